import { afterEach, describe, expect, it } from 'vitest';
import { paymentWrapperCases, TOLD } from '../element/live-payment.cases.ts';
import type { PaymentProps } from '../element/live-payment.ts';
import { createTestClient } from '../testing/index.ts';
import { defineCheckoutPayment } from './index.ts';

afterEach(() => document.body.replaceChildren());

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function open() {
  defineCheckoutPayment();
  const client = createTestClient();
  const told: [string, unknown][] = [];
  const payment = document.createElement('checkout-payment');
  for (const name of TOLD) {
    payment.addEventListener(name, (event) => {
      event.preventDefault();
      if (event instanceof CustomEvent) told.push([name, event.detail]);
    });
  }
  payment.client = client;
  return {
    client,
    told,
    payment,
    element: () => payment.element,
    show(props: PaymentProps) {
      Object.assign(payment, props);
      if (!payment.isConnected) document.body.append(payment);
      return settled();
    },
    hide() {
      payment.remove();
      return settled();
    },
  };
}

describe('<checkout-payment>', () => {
  paymentWrapperCases(open);

  it('is mounted by its attributes alone, once it has an order', async () => {
    const { client, payment } = open();
    payment.setAttribute('amount', '15990');
    payment.setAttribute('endpoint', '/pay');
    document.body.append(payment);
    await settled();
    expect(client.paymentElements).toEqual([]);
    payment.setAttribute('reference-id', 'order-1');
    await settled();
    expect(client.paymentElements[0]?.options).toMatchObject({
      amount: 15_990,
      referenceId: 'order-1',
      endpoint: '/pay',
    });
  });

  it('holds a submit back that the page prevents', async () => {
    const { client, payment, show } = open();
    await show({ amount: 1, referenceId: 'order-1', endpoint: '/pay' });
    payment.addEventListener('submit', (event) => event.preventDefault());
    let isPrevented = false;
    client.paymentElements[0]?.emit('submit', {
      preventDefault() {
        isPrevented = true;
      },
    });
    expect(isPrevented).toBe(true);
  });
});
