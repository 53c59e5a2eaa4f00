import { createInit } from './init.ts';

/**
 * Starts a client for one account. No request is made yet. Throws `INVALID_ARGUMENT` with
 * `details.field`.
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
  loadFlows: () => import('./payment-flows.ts'),
});

export type {
  Appearance,
  AppearanceRules,
  AppearanceVariables,
} from '../contract/appearance.ts';
export type { CardLayout } from '../contract/card-layout.ts';
export type { CheckoutConfig } from '../contract/checkout-config.ts';
export type { CheckoutErrorCode, CheckoutErrorType } from '../contract/checkout-error.ts';
export { CheckoutError } from '../contract/checkout-error.ts';
export type { CardField, CardState } from '../contract/frame/card-calls.ts';
export type { CustomerInput, PayinBase, PayinPayload } from './build-payin-payload.ts';
export { buildPayinPayload } from './build-payin-payload.ts';
export type { CardElement, CardElementEvents } from './card-element.ts';
export type { CardElementOptions, CardElementUpdate } from './card-element-options.ts';
export type { CardInput } from './card-flow/card-input.ts';
export type { InitOptions, LogEntry } from './client-settings.ts';
export type { PolicyDirectives } from './content-security-policy.ts';
export type { Diagnosis } from './diagnose.ts';
export type {
  HandlePendingOptions,
  PayinAnswer,
  PendingOutcome,
} from './handle-pending-three-ds.ts';
export type { CheckoutClient } from './init.ts';
export type { PreparedCard, PrepareInput, ThreeDSOutcome } from './prepared-card.ts';
export type { PaymentRequest, ProcessInput, ProcessResult } from './process-card-payment.ts';
