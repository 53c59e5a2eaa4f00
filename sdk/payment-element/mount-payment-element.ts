import type { PaymentState } from '../../contract/frame/payment-calls.ts';
import { toCardOptions } from '../element/card-element-options.ts';
import type { ElementContext } from '../element/mount-card-element.ts';
import { mountElement } from '../element/mount-card-element.ts';
import type { PaymentElement, PaymentElementOptions, PaymentResult } from './payment-element.ts';
import type { PaymentParts } from './run-payment.ts';

/** The card's element with another document; the rest is loaded once the buyer can choose. */
export function mountPaymentElement(
  context: ElementContext,
  target: string | Element,
  options: PaymentElementOptions,
): PaymentElement {
  const { methods, prices, layout: choice, ...card } = { ...options };
  const parts: PaymentParts = mountElement<PaymentResult, PaymentState>(
    context,
    target,
    card,
    toCardOptions(card, context.settings.locale, 'mountPaymentElement'),
    {
      path: 'payment',
      frameOptions: { methods, prices, choice },
      submit: (signal, run) =>
        run(signal, (flows, either) => flows.submitPayment(parts, options, either)),
      onReady: (flows) => flows.startPayment(parts, options),
    },
  );
  return parts.element;
}
