import type { WebhookDelivery } from '../../contract/payments/webhook.ts';
import { LIST_EVENTS, LIST_UNDELIVERED, RESEND_EVENTS, TEST_RECEIVER } from '../acts/events.ts';
import { LIST_RECEIVERS, REMOVE_RECEIVER, SET_RECEIVER } from '../acts/receivers.ts';
import { ACTIVATE_SIGNING, DEACTIVATE_SIGNING, ROTATE_SIGNING } from '../acts/signing.ts';
import type { ListedEvent } from '../domain/webhooks/webhook-list.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

export const EVENT_COMMANDS: readonly Command[] = [
  commandOf(ACTIVATE_SIGNING, ({ companyId: company, secret }) => ({ company, secret }), tellOnce),
  commandOf(ROTATE_SIGNING, ({ companyId: company, secret }) => ({ company, secret }), tellOnce),
  commandOf(DEACTIVATE_SIGNING, ({ companyId: company }) => ({ company, signing: 'off' })),
  commandOf(LIST_RECEIVERS, (rows) => rows),
  commandOf(SET_RECEIVER, ({ companyId: company, type, url }) => ({ company, type, url })),
  commandOf(REMOVE_RECEIVER, ({ companyId: company, type }) => ({ company, type, removed: true })),
  commandOf(LIST_EVENTS, (events) => events.map(toListedRow)),
  commandOf(LIST_UNDELIVERED, (events) => events.map(toEventRow)),
  commandOf(RESEND_EVENTS, ({ companyId: company, resent }) => ({ company, resent })),
  commandOf(TEST_RECEIVER, ({ companyId: company, event }) => ({ company, event })),
];

function tellOnce() {
  return { notes: ['The secret is sealed where it is kept and cannot be shown again.'] };
}

function toListedRow({ id, event, status, createdAt, attempts, lastAttempt }: ListedEvent): Row {
  return {
    event: id,
    kind: event,
    status,
    createdAt: createdAt.toISOString(),
    attempts,
    lastAt: lastAttempt?.at ?? null,
    lastOutcome: lastAttempt?.outcome ?? null,
  };
}

function toEventRow({ id, event, transactionId, attempts }: WebhookDelivery): Row {
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
