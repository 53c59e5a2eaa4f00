import { CheckoutError, errorData, isCheckoutError } from '../../contract/errors/checkout-error.ts';
import type { LoadedFlows } from '../element/element-flows.ts';
import type { PaymentElementOptions } from '../payment-element/payment-element.ts';
import type { PaymentParts, PaymentTools, RunningPayment } from '../payment-element/run-payment.ts';
import type { WarnOfOptions } from '../shared/known-options.ts';
import { PAYMENT_ELEMENT_OPTIONS, unknownOptions } from '../shared/known-options.ts';
import type { Chunks } from './flow-tools.ts';

type Start = (parts: PaymentParts, options: PaymentElementOptions) => Promise<RunningPayment>;

/**
 * Each element is run once, and once more where its chunk did not load. What cannot be a payment,
 * and a second element for one order, ends with `INVALID_ARGUMENT` and `details.field`.
 */
export function createPayments(
  load: () => Promise<Chunks['checkout-sdk-payment.js']>,
  tools: PaymentTools,
  warnOfOptions: WarnOfOptions,
): { startPayment: Start; submitPayment: LoadedFlows['submitPayment'] } {
  const live = new Map<PaymentParts, Promise<RunningPayment>>();

  async function start(
    options: PaymentElementOptions,
    parts: PaymentParts,
    others: readonly PaymentParts[],
  ): Promise<RunningPayment> {
    warnOfOptions('mountPaymentElement', unknownOptions(options, PAYMENT_ELEMENT_OPTIONS));
    const { referenceId } = parts.element;
    if (others.some(({ element }) => element.referenceId === referenceId)) {
      const message = 'mountPaymentElement: referenceId has an element in this page already';
      throw new CheckoutError(errorData('INVALID_ARGUMENT', message, { field: 'referenceId' }));
    }
    const { runPayment } = await load();
    return runPayment(tools, options, parts);
  }

  const startPayment: Start = (parts, options) => {
    const known = live.get(parts);
    if (known !== undefined) return known;
    const running = start(options, parts, [...live.keys()]).catch((thrown) => {
      live.delete(parts);
      if (isCheckoutError(thrown) && thrown.code === 'INVALID_ARGUMENT') {
        parts.end(thrown);
      }
      throw thrown;
    });
    live.set(parts, running);
    parts.element.on('ended', (shown) => {
      if (shown === null) live.delete(parts);
    });
    return running;
  };

  return {
    startPayment,
    async submitPayment(parts, options, signal) {
      // Refused where there is no frame: what was started on none would never hear of a new one.
      await parts.call('cancel', {});
      return (await startPayment(parts, options))(signal);
    },
  };
}
