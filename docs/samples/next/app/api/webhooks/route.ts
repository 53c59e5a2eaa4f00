import { constructEvent } from 'checkout-sdk/webhooks';
import { markPaid } from '../../../lib/orders'; // yours

export async function POST(request: Request): Promise<Response> {
  const rawBody = await request.text(); // and not request.json()
  const signature = request.headers.get('x-webhook-signature');
  const event = await constructEvent(rawBody, signature, process.env.WEBHOOK_SECRET ?? '').catch(
    () => null,
  );
  if (event === null) return new Response(null, { status: 400 });
  if (event.kind === 'payin' && event.status === 'APPROVED') await markPaid(event.referenceId);
  return new Response(null, { status: 204 });
}
