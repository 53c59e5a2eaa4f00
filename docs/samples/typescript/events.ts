import { constructEvent, WebhookError } from 'checkout-sdk/webhooks';

/** Status of the answer; what is done with a payment that came in is yours. */
export async function takeEvent(
  rawBody: Uint8Array,
  signature: string | undefined,
  { secret, deliver }: { secret: string; deliver: (referenceId: string) => Promise<void> },
): Promise<204 | 400> {
  try {
    const event = await constructEvent(rawBody, signature, secret);
    if (event.kind === 'payin' && event.status === 'APPROVED') await deliver(event.referenceId);
    return 204;
  } catch (error) {
    if (error instanceof WebhookError) return 400; // error.reason says what to change
    throw error;
  }
}
