import { describe, expect, it } from 'vitest';
import { paymentWrapperCases } from '../element/live-payment.cases.ts';
import type { PaymentProps } from '../element/live-payment.ts';
import { defineCheckoutPayment } from './index.ts';
import { settled, shopOf } from './open-shop.cases.ts';

defineCheckoutPayment();
const open = shopOf<PaymentProps, 'checkout-payment'>('checkout-payment');

describe('<checkout-payment>', () => {
  paymentWrapperCases(open);

  it('is mounted by its attributes alone, once it has an order', async () => {
    const { client, node } = open([]);
    const payment = node();
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
    const { client, show } = open(['submit']);
    await show({ amount: 1, referenceId: 'order-1', endpoint: '/pay' });
    let isPrevented = false;
    client.paymentElements[0]?.emit('submit', {
      preventDefault() {
        isPrevented = true;
      },
    });
    expect(isPrevented).toBe(true);
  });
});
