import type { WebhookAttempt, WebhookDelivery } from '../../../contract/payments/webhook.ts';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { WebhookEventDraft } from './webhook-event.ts';

export type WebhookEvent = WebhookEventDraft & {
  /** The `X-Webhook-Id`. */
  id: string;
  /** The queue it waits in: events of one queue may hold each other up, others never. */
  receiver: string;
  /** Real time. */
  createdAt: Date;
};

/** An event this process alone may send now, until its lease is over. */
export type ClaimedEvent = {
  companyId: string;
  id: string;
  event: string;
  url: string;
  body: string;
  receiver: string;
  /** Attempts of this round that have failed. */
  failures: number;
  /** Of the request it came of; null where that was not traced. */
  traceparent: string | null;
  /** Unique to this claim. */
  owner: string;
};

/**
 * An attempt with what helps to find a fault. `signatures`: how many secrets signed it. `answer`:
 * the beginning of what the receiver said, in one line of text; null where it did not answer.
 */
export type KeptAttempt = WebhookAttempt & {
  durationMs: number;
  signatures: number;
  answer: string | null;
};

export type FinishedAttempt = {
  claimed: ClaimedEvent;
  attempt: KeptAttempt;
};

export interface WebhookStore {
  /** The places of the latest events of transactions, none of one that has none. */
  latest(
    tx: Queryable,
    companyId: string,
    transactionIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /**
   * Adds events of one company, each after the `latest` of its transaction, due at once. Whoever
   * adds them holds the lock of what they tell of, so that no two add the same place.
   */
  append(
    tx: Queryable,
    companyId: string,
    latest: ReadonlyMap<string, number>,
    events: readonly WebhookEvent[],
  ): Promise<void>;
  /**
   * Leases due events until `leaseUntil`, none whose transaction has an earlier one waiting. Of
   * each receiver and each company as many as there are places less those that are `held`, and at
   * most `inAll`, shared out fairly where there are more.
   */
  claim(claim: {
    now: Date;
    leaseUntil: Date;
    owner: string;
    places: { perReceiver: number; perCompany: number; inAll: number };
    held: {
      ofReceiver: ReadonlyMap<string, number>;
      ofCompany: ReadonlyMap<string, number>;
    };
  }): Promise<ClaimedEvent[]>;
  /** Gives the lease back; the next attempt is due then. */
  release(claimed: ClaimedEvent, dueAt: Date): Promise<void>;
  /**
   * Gives back the lease of one that could not be sent for a reason of ours, which is no attempt: due
   * again when it is twice as old, in a minute at least and an hour at most.
   */
  putOff(claimed: ClaimedEvent, now: Date): Promise<void>;
  delivered(finished: FinishedAttempt): Promise<void>;
  /** Keeps the lease until `leaseUntil` for a retry; false where somebody else has it now. */
  failed(finished: FinishedAttempt, leaseUntil: Date): Promise<boolean>;
  undelivered(finished: FinishedAttempt): Promise<void>;
  /** Newest first. */
  list(
    companyId: string,
    filter: { status: WebhookDelivery['status'] | null; limit: number },
  ): Promise<WebhookDelivery[]>;
  find(companyId: string, id: string): Promise<WebhookDelivery | null>;
  /**
   * Removes those that are done with and were written before, oldest first, at most `limit`; gives
   * how many.
   */
  forgetFinished(
    companyId: string,
    which: { deliveredBefore: Date; undeliveredBefore: Date; limit: number },
  ): Promise<number>;
  /** Makes an event that is not waiting due at once; it waits for none and holds up none. */
  resend(companyId: string, id: string, now: Date, tx?: Queryable): Promise<void>;
}

const MAX_LISTED = 1_000;

/** The newest events and how their delivery stands; `status` null for all. */
export function listDeliveries(
  companyId: string,
  status: WebhookDelivery['status'] | null,
  { webhooks }: { webhooks: WebhookStore },
): Promise<WebhookDelivery[]> {
  return webhooks.list(companyId, { status, limit: MAX_LISTED });
}

/**
 * Sends an event again, with its id and body and a round of retries of its own. One that is still
 * waiting is left as it is. 404 NOT_FOUND for one that is unknown or foreign.
 */
export async function resendEvent(
  companyId: string,
  id: string,
  {
    webhooks,
    now,
    wakeDelivery,
  }: { webhooks: WebhookStore; now: () => Date; wakeDelivery: () => void },
): Promise<WebhookDelivery> {
  await webhooks.resend(companyId, id, now());
  wakeDelivery();
  const delivery = await webhooks.find(companyId, id);
  if (delivery === null) throw new ApiError('NOT_FOUND', 'There is no such event.');
  return delivery;
}

/** The event of a draft, with an id of its own and the queue it waits in. */
export function toWebhookEvent(
  draft: WebhookEventDraft,
  { randomBytes, now }: { randomBytes: RandomBytes; now: () => Date },
): WebhookEvent {
  const { companyId, url } = draft;
  return {
    ...draft,
    id: newPublicId('evt', companyId, randomBytes),
    receiver: receiverOf(companyId, url),
    createdAt: now(),
  };
}

/**
 * Decision: a receiver is one host and port of one company, so that neither another company nor
 * another host of the same one waits for it, until a company has taken all the places it may have.
 */
export function receiverOf(companyId: string, url: string): string {
  return `${companyId} ${new URL(url).host}`;
}
