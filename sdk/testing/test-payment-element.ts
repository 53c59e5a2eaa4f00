import type { PaymentState } from '../../contract/frame/payment-calls.ts';
import type {
  PaymentElement,
  PaymentElementEvents,
  PaymentElementOptions,
  PaymentElementUpdate,
  PaymentResult,
} from '../payment-element/payment-element.ts';
import type { TestElement } from './test-element.ts';
import { createTestElement } from './test-element.ts';

/** A payment element without a frame: what it was given, and a way to make it tell anything. */
export type TestPaymentElement = PaymentElement &
  TestElement<PaymentElementOptions, PaymentElementUpdate, PaymentElementEvents>;

/** `submit`: what the client answers or refuses. */
export function createTestPaymentElement(
  target: string | Element,
  options: PaymentElementOptions,
  submit: (options: object) => Promise<PaymentResult>,
): TestPaymentElement {
  return createTestElement<
    PaymentState,
    PaymentElementOptions,
    PaymentElementUpdate,
    PaymentResult
  >(target, options, submit, ({ payin, outcome }) =>
    (outcome === 'paid' ? options.onPaid : options.onPending)?.({ payin }),
  ).element;
}
