import { createCheckoutServer } from 'checkout-sdk/server';

const checkout = createCheckoutServer({
  apiBaseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:4010',
  publicKey: process.env.PUBLIC_KEY ?? 'pk_test_no3ds',
  secretKey: process.env.SECRET_KEY ?? 'sk_test_no3ds', // never leaves your server
});

// part: every
async function* everyPayin(filter) {
  for (let cursor; cursor !== null; ) {
    const { data, meta } = await checkout.payins.list({ ...filter, limit: 100, cursor });
    yield* data;
    cursor = meta.nextCursor;
  }
}

let paid = 0;
for await (const payin of everyPayin({ status: 'APPROVED', startDate: '2026-01-01' })) {
  paid += payin.amount; // centavos
}
// part end
console.log(JSON.stringify({ paid }));
