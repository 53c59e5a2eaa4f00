import { loadCheckout } from 'checkout-sdk/load';

const sdk = await loadCheckout({
  src: 'http://127.0.0.1:4010/checkout/sdk/checkout-sdk.js',
});
const client = sdk?.init({
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'http://127.0.0.1:4010',
});

export { client };
