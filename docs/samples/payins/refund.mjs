import { CheckoutServerError, createCheckoutServer } from 'checkout-sdk/server';

const checkout = createCheckoutServer({
  apiBaseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:4010',
  publicKey: process.env.PUBLIC_KEY ?? 'pk_test_no3ds',
  secretKey: process.env.SECRET_KEY ?? 'sk_test_no3ds', // never leaves your server
});
const [payinId, referenceId] = process.argv.slice(2);

// part: refund
try {
  // Without an amount: all that is left. PENDING, DONE or FAILED.
  const { id, status, amount } = await checkout.payins.refund(payinId, { referenceId });
  console.log(JSON.stringify({ id, status, amount }));
} catch (error) {
  if (!(error instanceof CheckoutServerError)) throw error;
  const [detail] = error.body.error?.details ?? []; // such as amount, more_than_left, { left: 4000 }
  throw new Error([error.code, detail?.path, detail?.rule].filter(Boolean).join(': '));
}
// part end
