import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { paymentWrapperCases } from '../element/live-payment.cases.ts';
import type { PaymentProps } from '../element/live-payment.ts';
import type { PaymentElement } from '../payment-element/payment-element.ts';
import { createTestClient } from '../testing/index.ts';
import { CheckoutPayment } from './index.ts';
import { shopOf } from './open-shop.cases.ts';

describe('CheckoutPayment for React, in strict mode', () => {
  it('is an empty node on a server', () => {
    const props = { client: createTestClient(), id: 'pay', amount: 1, referenceId: 'order-1' };
    expect(renderToString(createElement(CheckoutPayment, props))).toBe('<div id="pay"></div>');
  });

  paymentWrapperCases(
    shopOf<PaymentProps, PaymentElement>((props) => createElement(CheckoutPayment, props)),
  );
});
