const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:4010';
const PUBLIC_KEY = process.env.PUBLIC_KEY ?? 'pk_test_no3ds';
const SECRET_KEY = process.env.SECRET_KEY ?? 'sk_test_no3ds'; // never leaves your server

// part: every
async function* everyPayin(filter) {
  const query = new URLSearchParams({ ...filter, limit: '100' });
  while (true) {
    const response = await fetch(`${BASE_URL}/payin?${query}`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${PUBLIC_KEY}:${SECRET_KEY}`).toString('base64')}`,
      },
    });
    const { data, meta, error } = await response.json();
    if (error) throw new Error(`${error.code}: ${JSON.stringify(error.details)}`);
    yield* data;
    if (meta.nextCursor === null) return;
    query.set('cursor', meta.nextCursor);
  }
}

let paid = 0;
for await (const payin of everyPayin({ status: 'APPROVED', startDate: '2026-01-01' })) {
  paid += payin.amount; // centavos
}
// part end
console.log(JSON.stringify({ paid }));
