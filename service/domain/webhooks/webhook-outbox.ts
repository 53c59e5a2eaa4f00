import type { WebhookAttempt, WebhookDelivery } from '../../../contract/payments/webhook.ts';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { toOutsideText } from '../../base/shared/outside-text.ts';
import type { WebhookEventDraft } from './webhook-event.ts';

export type WebhookEvent = WebhookEventDraft & {
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
  transactionId: string;
  url: string;
  body: string;
  receiver: string;
  failures: number;
  traceparent: string | null;
  owner: string;
};

/** `signatures`: how many secrets signed it. `answer`: its beginning, in a line; null: none. */
export type KeptAttempt = WebhookAttempt & {
  durationMs: number;
  signatures: number;
  answer: string | null;
};

export type FinishedAttempt = { claimed: ClaimedEvent; attempt: KeptAttempt };

export interface WebhookStore {
  /** The places of the latest events of transactions, none of one that has none. */
  latest(
    tx: Queryable,
    companyId: string,
    transactionIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Each after the `latest` of its transaction, whose lock the caller holds; due at once. */
  append(
    tx: Queryable,
    companyId: string,
    latest: ReadonlyMap<string, number>,
    events: readonly WebhookEvent[],
  ): Promise<void>;
  /**
   * None whose transaction has an earlier one waiting; of each receiver and company as many as
   * there are places less those `held`, at most `inAll`, shared out fairly.
   */
  claim(claim: {
    now: Date;
    leaseUntil: Date;
    owner: string;
    places: { perReceiver: number; perCompany: number; inAll: number };
    held: { ofReceiver: ReadonlyMap<string, number>; ofCompany: ReadonlyMap<string, number> };
  }): Promise<ClaimedEvent[]>;
  release(claimed: ClaimedEvent, dueAt: Date): Promise<void>;
  /** No attempt: due again when it is twice as old, in a minute at least and an hour at most. */
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
  /** Finished and written before, oldest first, at most `limit`; gives how many. */
  forgetFinished(
    companyId: string,
    which: { deliveredBefore: Date; undeliveredBefore: Date; limit: number },
  ): Promise<number>;
  /** Makes an event that is not waiting due at once; it waits for none and holds up none. */
  resend(companyId: string, id: string, now: Date, tx?: Queryable): Promise<void>;
}

export const MAX_LISTED = 1_000;

/** The same store; `onSettled` hears of each attempt that was made, and of what follows. */
export function watchAttempts(
  store: WebhookStore,
  onSettled: (finished: FinishedAttempt, settled: 'delivered' | 'retried' | 'undelivered') => void,
): WebhookStore {
  return {
    ...store,
    delivered(finished) {
      onSettled(finished, 'delivered');
      return store.delivered(finished);
    },
    failed(finished, leaseUntil) {
      onSettled(finished, 'retried');
      return store.failed(finished, leaseUntil);
    },
    undelivered(finished) {
      onSettled(finished, 'undelivered');
      return store.undelivered(finished);
    },
  };
}

/** With its id, body and a new round of retries; one that waits is left. 404 unknown or foreign. */
export async function resendEvent(
  companyId: string,
  id: string,
  services: { webhooks: WebhookStore; now: () => Date; wakeDelivery: () => void },
): Promise<WebhookDelivery> {
  const { webhooks, now, wakeDelivery } = services;
  await webhooks.resend(companyId, id, now());
  wakeDelivery();
  const delivery = await webhooks.find(companyId, id);
  if (delivery === null) throw new ApiError('NOT_FOUND', 'There is no such event.');
  return delivery;
}

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

/** Decision: one host and port of one company, so that no other waits for it. */
export function receiverOf(companyId: string, url: string): string {
  return `${companyId} ${new URL(url).host}`;
}

export function toAnswerText(beginning: Uint8Array): string {
  return toOutsideText(new TextDecoder().decode(beginning), 500);
}
