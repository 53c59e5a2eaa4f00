import { describe } from 'vitest';
import { pixWrapperCases } from '../element/live-pix.cases.ts';
import { defineCheckoutPix } from './index.ts';
import { shopOf } from './open-shop.cases.ts';

defineCheckoutPix();

describe('<checkout-pix>', () => pixWrapperCases(shopOf('checkout-pix')));
