import type { Chunks } from './flows/flow-tools.ts';
import { createInit } from './init.ts';

const CHUNKS: { [name in keyof Chunks]: () => Promise<Chunks[name]> } = {
  'checkout-sdk-pix.js': () => import('./pix/mount-pix-element.ts'),
  'checkout-sdk-payment.js': () => import('./payment-element/run-payment.ts'),
};

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
  loadChunk: (name) => CHUNKS[name],
});

export type {
  Appearance,
  AppearanceRules,
  AppearanceVariables,
  CardLayout,
} from '../contract/appearance.ts';
export type { CardField } from '../contract/card/card-field.ts';
export { CheckoutError } from '../contract/errors/checkout-error.ts';
export type {
  CheckoutErrorCode,
  CheckoutErrorDetails,
  CheckoutErrorType,
} from '../contract/errors/checkout-error-code.ts';
export type { CardState } from '../contract/frame/card-calls.ts';
export type {
  CheckoutConfig,
  InstallmentPlan,
  InstallmentTable,
} from '../contract/published-types.ts';
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
export type { ChosenPayment } from './payment/chosen-payment.ts';
export type { CustomerInput } from './payment/customer-input.ts';
export type { DeclineNext, DeclineText } from './payment/decline-text.ts';
export { declineText } from './payment/decline-text.ts';
export type {
  AnyPayin,
  PayinAnswer,
  PaymentAnswer,
  PendingOutcome,
} from './payment/payin-answer.ts';
export type { PreparedCard, PrepareInput, ThreeDSOutcome } from './payment/prepared-card.ts';
export type {
  PaymentElement,
  PaymentElementEvents,
  PaymentElementOptions,
  PaymentElementUpdate,
  PaymentResult,
  ResumedPayment,
} from './payment-element/payment-element.ts';
export type { PixElement, PixElementOptions, PixElementUpdate, PixEnd } from './pix/pix-element.ts';
export type { InitOptions, LogEntry } from './shared/client-settings.ts';
