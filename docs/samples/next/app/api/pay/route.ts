import { findOrder } from '../../../lib/orders'; // yours

const { CHECKOUT_API, CHECKOUT_KEY, CHECKOUT_SECRET } = process.env;
const keys = Buffer.from(`${CHECKOUT_KEY}:${CHECKOUT_SECRET}`).toString('base64');

export async function POST(request: Request): Promise<Response> {
  const { referenceId, card, antifraud } = await request.json();
  const order = await findOrder(referenceId); // with your price
  const answer = await fetch(`${CHECKOUT_API}/payin`, {
    method: 'POST',
    headers: { authorization: `Basic ${keys}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      paymentMethod: 'CREDIT_CARD',
      amount: order.amount,
      referenceId,
      isPhysicalProduct: order.isPhysicalProduct,
      payerIp: request.headers.get('x-real-ip'), // the buyer's address, from your proxy
      customer: order.customer,
      items: order.items,
      card,
      antifraud,
    }),
  });
  // The whole answer goes back to the page: a challenge after the order needs every field of it.
  return new Response(answer.body, {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  });
}
