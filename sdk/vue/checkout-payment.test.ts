import { describe } from 'vitest';
import { paymentWrapperCases } from '../element/live-payment.cases.ts';
import { CheckoutPayment } from './index.ts';
import { shopOf } from './open-shop.cases.ts';

describe('CheckoutPayment for Vue', () => paymentWrapperCases(shopOf(CheckoutPayment)));
