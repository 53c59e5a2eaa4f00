import type { WebhookDelivery } from '../../contract/webhook.ts';
import { LIST_UNDELIVERED, RESEND_EVENTS, TEST_RECEIVER } from '../acts/events.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands for events: those nobody took, and one that tries a receiver. */
export const EVENT_COMMANDS: readonly Command[] = [
  commandOf(LIST_UNDELIVERED, (events) => events.map(toRow)),
  commandOf(RESEND_EVENTS, ({ companyId: company, resent }) => ({ company, resent })),
  commandOf(TEST_RECEIVER, ({ companyId: company, event }) => ({ company, event })),
];

function toRow({ id, event, transactionId, attempts }: WebhookDelivery): Row {
  const last = attempts.at(-1);
  return {
    event: id,
    kind: event,
    transaction: transactionId,
    attempts: attempts.length,
    lastAt: last?.at ?? null,
    lastOutcome: last?.outcome ?? null,
  };
}
