import { afterEach, describe } from 'vitest';
import type { App } from 'vue';
import { createApp, h, nextTick, ref, shallowRef } from 'vue';
import { paymentWrapperCases, TOLD } from '../element/live-payment.cases.ts';
import type { PaymentProps } from '../element/live-payment.ts';
import { createTestClient } from '../testing/index.ts';
import type { CheckoutPaymentInstance } from './index.ts';
import { CheckoutPayment } from './index.ts';

let app: App | null = null;

afterEach(() => {
  app?.unmount();
  document.body.replaceChildren();
});

function open() {
  const client = createTestClient();
  const told: [string, unknown][] = [];
  const shown = shallowRef<PaymentProps | null>(null);
  const payment = ref<CheckoutPaymentInstance | null>(null);
  const listeners = Object.fromEntries(
    TOLD.map((name) => [
      `on${name[0]?.toUpperCase()}${name.slice(1)}`,
      (event: unknown) => told.push([name, event]),
    ]),
  );
  app = createApp({
    render: () =>
      shown.value && h(CheckoutPayment, { client, ref: payment, ...shown.value, ...listeners }),
  });
  app.mount(document.body.appendChild(document.createElement('main')));
  const show = (props: PaymentProps | null) => {
    shown.value = props;
    return nextTick();
  };
  return { client, told, element: () => payment.value?.element, show, hide: () => show(null) };
}

describe('CheckoutPayment for Vue', () => paymentWrapperCases(open));
