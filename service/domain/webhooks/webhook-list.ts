import type { WebhookAttempt, WebhookDelivery } from '../../../contract/payments/webhook.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { KeptAttempt } from './webhook-outbox.ts';

export type ListedEvent = {
  id: string;
  event: string;
  transactionId: string;
  status: WebhookDelivery['status'];
  createdAt: Date;
  attempts: number;
  lastAttempt: WebhookAttempt | null;
};

export type EventDetail = Omit<ListedEvent, 'attempts'> & {
  url: string;
  body: string;
  attemptCount: number;
  attempts: readonly NumberedAttempt[];
};

/** `number`: from 1, over all attempts that there ever were. */
export type NumberedAttempt = KeptAttempt & { number: number };

export type EventPeriod = { from: Date | null; until: Date | null };

/** What is not asked for is null. `after`: the last event of the page before. */
export type EventFilter = EventPeriod & {
  event: string | null;
  status: WebhookDelivery['status'] | null;
  transactionId: string | null;
  after: { createdAt: Date; id: string } | null;
  limit: number;
};

export interface WebhookListStore {
  /** Newest first. */
  page(companyId: string, filter: EventFilter): Promise<ListedEvent[]>;
  detail(companyId: string, id: string): Promise<EventDetail | null>;
  countUndelivered(companyId: string, period: EventPeriod, most: number): Promise<number>;
  /** Makes them due at once, the oldest first and at most `limit`; gives how many. */
  resendUndelivered(
    tx: Queryable,
    companyId: string,
    which: { period: EventPeriod; limit: number; now: Date },
  ): Promise<number>;
}

/** Decision: what one act sends again at most; the next one goes on where it ended. */
export const MAX_RESENT = 10_000;
