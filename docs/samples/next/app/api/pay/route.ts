import { createCheckoutServer } from 'checkout-sdk/server';
import { findOrder } from '../../../lib/orders'; // yours

const { CHECKOUT_API = '', CHECKOUT_KEY = '', CHECKOUT_SECRET = '' } = process.env;
const keys = { publicKey: CHECKOUT_KEY, secretKey: CHECKOUT_SECRET };
const checkout = createCheckoutServer({ ...keys, apiBaseUrl: CHECKOUT_API });

export async function POST(request: Request): Promise<Response> {
  const chosen = await request.json();
  const order = await findOrder(request, chosen.referenceId);
  if (!order) return Response.json({ error: { code: 'NOT_FOUND' } }, { status: 404 });
  const payerIp = request.headers.get('x-real-ip') ?? '127.0.0.1'; // the buyer's address, from your proxy
  // The whole answer goes back to the page: a challenge after the order needs every field of it.
  const { status, headers, body } = await checkout.pay({ order, chosen, payerIp });
  return Response.json(body, { status, headers });
}
