import type { PayinEvent } from '../../../contract/payments/webhook.ts';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import type { WebhookEventDraft } from './webhook-event.ts';

export const TEST_EVENT = 'webhook.test';

/**
 * Decision: the specification has no event for trying a receiver, and one of its types could mark
 * an order as paid. So it has a type of its own and the body of a waiting payin that does not
 * exist, which our own reader of events takes.
 */
export function toTestEvent(
  companyId: string,
  url: string,
  { randomBytes, now }: { randomBytes: RandomBytes; now: () => Date },
): WebhookEventDraft {
  const id = newPublicId('pay', companyId, randomBytes);
  const body: PayinEvent = {
    id,
    externalId: null,
    referenceId: 'webhook-test',
    status: 'PENDING',
    amount: 100,
    paymentMethod: 'PIX',
    expiresAt: null,
    declineReason: null,
    retry: null,
    createdAt: now().toISOString(),
    refundedAmount: 0,
    refunds: [],
    replacedBy: null,
  };
  return { companyId, transactionId: id, event: TEST_EVENT, url, body: JSON.stringify(body) };
}
