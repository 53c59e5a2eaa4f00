import { createInit } from './init.ts';

/**
 * Starts a client for one account. No request is made yet, but for `preload`. Throws
 * `INVALID_ARGUMENT` with `details.field`.
 *
 * @example
 * const client = init({
 *   publicKey: 'pk_live_…', apiBaseUrl: 'https://api.example.com',
 *   checkoutUrl: 'https://checkout.example.com',
 * });
 */
export const init = createInit({
  checkoutUrl: null,
  sdkUrl: null,
  loadFlows: () => import('./flows/payment-flows.ts'),
  loadChunk: () => () => import('./pix/mount-pix-element.ts'),
});

export type {
  Appearance,
  AppearanceRules,
  AppearanceVariables,
  CardLayout,
} from '../contract/appearance.ts';
export type { CardField } from '../contract/card-field.ts';
export type { CheckoutConfig } from '../contract/checkout-config.ts';
export { CheckoutError } from '../contract/checkout-error.ts';
export type {
  CheckoutErrorCode,
  CheckoutErrorDetails,
  CheckoutErrorType,
} from '../contract/checkout-error-code.ts';
export type { CardState } from '../contract/frame/card-calls.ts';
export type { InstallmentPlan, InstallmentTable } from '../contract/installment-plan.ts';
export type { CardInput } from './card-flow/card-input.ts';
export type { CardElement, CardElementEvents } from './element/card-element.ts';
export type { CardElementOptions, CardElementUpdate } from './element/card-element-options.ts';
export type { PolicyDirectives } from './flows/content-security-policy.ts';
export type { Diagnosis } from './flows/diagnose.ts';
export type { HandlePendingOptions } from './flows/handle-pending-three-ds.ts';
export type { ProcessInput, ProcessResult } from './flows/process-card-payment.ts';
export type { CheckoutClient } from './init.ts';
export type { PaymentEndpoint, PaymentRequest } from './payment/ask-endpoint.ts';
export type { PayinBase, PayinPayload } from './payment/build-payin-payload.ts';
export { buildPayinPayload } from './payment/build-payin-payload.ts';
export type { CustomerInput } from './payment/customer-input.ts';
export type { PayinAnswer, PaymentAnswer, PendingOutcome } from './payment/payin-answer.ts';
export type { PreparedCard, PrepareInput, ThreeDSOutcome } from './payment/prepared-card.ts';
export type {
  PixElement,
  PixElementOptions,
  PixElementUpdate,
  PixEnd,
} from './pix/pix-element.ts';
export type { InitOptions, LogEntry } from './shared/client-settings.ts';
