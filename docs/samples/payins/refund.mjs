const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:4010';
const PUBLIC_KEY = process.env.PUBLIC_KEY ?? 'pk_test_no3ds';
const SECRET_KEY = process.env.SECRET_KEY ?? 'sk_test_no3ds'; // never leaves your server

const [payinId, referenceId] = process.argv.slice(2);

// part: refund
async function refund(payinId, { amount, referenceId, reason }) {
  const response = await fetch(`${BASE_URL}/payin/${payinId}/refund`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${PUBLIC_KEY}:${SECRET_KEY}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount, referenceId, reason }),
  });
  const body = await response.json();
  if (response.status === 201) return body; // PENDING, DONE or FAILED
  const [detail] = body.error.details; // such as amount, more_than_left, { left: 4000 }
  throw new Error([body.error.code, detail?.path, detail?.rule].filter(Boolean).join(': '));
}

// Without an amount: all that is left.
const { id, status, amount } = await refund(payinId, { referenceId });
// part end
console.log(JSON.stringify({ id, status, amount }));
