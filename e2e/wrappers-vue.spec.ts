import { test } from './system.ts';
import { wrapperCases } from './wrapper-cases.ts';

const SHOP = `
import { createApp, h, nextTick, ref, shallowRef } from 'vue';
import { init } from 'checkout-sdk';
import { CheckoutCard } from 'checkout-sdk/vue';

const client = init(account);
const shown = shallowRef(null);
const card = ref(null);
const show = (props) => {
  shown.value = props;
  return nextTick();
};

createApp({ render: () => shown.value && h(CheckoutCard, {
  client, ref: card, ...shown.value,
  onReady: hear('ready'), onChange: hear('change'), onResult: hear('result'),
  onError: hear('error'),
}) }).mount('#shop');

window.wrapper = {
  show,
  hide: () => show(null),
  element: () => card.value?.element ?? null,
};`;

test.describe('the wrapper for Vue', () => wrapperCases('vue', SHOP));
