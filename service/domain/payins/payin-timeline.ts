import type { PayinStatus } from '../../../contract/payments/payin.ts';
import type { WebhookAttempt, WebhookDelivery } from '../../../contract/payments/webhook.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import type { Amounts, LedgerKind } from '../ledger/ledger.ts';
import type { Payin } from './payin.ts';
import { holdsReference } from './payin-status.ts';
import type { Refund } from './refunds/refund.ts';
import type { Reversal, ReversalStore } from './refunds/reversal.ts';
import type { Authentication, AuthenticationStore } from './three-d-secure/three-d-secure.ts';

export type PayinEventTrace = Pick<WebhookDelivery, 'id' | 'event' | 'status'> & {
  attempts: readonly WebhookAttempt[];
  createdAt: Date;
};

export type PayinPostingTrace = { kind: LedgerKind; amounts: Amounts; createdAt: Date };

/** What is kept of a payin beside it, so much of each at most, the newest. */
export interface PayinTraceStore {
  refunds(companyId: string, payinId: string): Promise<Refund[]>;
  events(companyId: string, payinId: string): Promise<PayinEventTrace[]>;
  postings(companyId: string, sourceIds: readonly string[]): Promise<PayinPostingTrace[]>;
  acts(companyId: string, payinId: string): Promise<AuditEntry[]>;
}

/** One thing that happened to a payin. `at`: the account's time. */
export type TimelineEntry = { at: Date } & (
  | { kind: 'created' }
  /** It has ended without money; what was approved is told by the ledger. */
  | { kind: 'ended'; status: PayinStatus }
  | ({ kind: 'three-d-secure' } & Pick<Authentication, 'status' | 'reason' | 'isChallenged'>)
  | { kind: 'refund-begun'; refundId: string; amount: number; reason: string | null }
  | ({ kind: 'refund-ended'; refundId: string } & Pick<
      Refund,
      'amount' | 'status' | 'failureReason'
    >)
  | { kind: 'reversal-begun' | 'reversal-done'; amount: number; isByHand: boolean }
  | { kind: 'posting'; posting: LedgerKind; amounts: Amounts }
  | { kind: 'event'; eventId: string; event: string; status: WebhookDelivery['status'] }
  | { kind: 'delivery'; eventId: string; event: string; outcome: string }
  | ({ kind: 'act' } & Pick<AuditEntry, 'actor' | 'action' | 'result' | 'code'>)
);

/** Oldest first. `isCut`: there is more than is told, the newest of it is. */
export type PayinTimeline = { entries: TimelineEntry[]; isCut: boolean };

/** More than happens to a payin in its life; a receiver that refuses everything adds to it. */
export const MAX_ENTRIES = 300;

/** Real times are put in the account's time; they differ in the sandbox alone. */
export async function readPayinTimeline(
  account: Account,
  payin: Payin,
  services: {
    payinTraces: PayinTraceStore;
    authentications: Pick<AuthenticationStore, 'find'>;
    reversals: Pick<ReversalStore, 'find'>;
  },
): Promise<PayinTimeline> {
  const { companyId, id, authenticationId, status, updatedAt } = payin;
  const { payinTraces: traces, authentications, reversals } = services;
  const [refunds, events, acts, authentication, reversal] = await Promise.all([
    traces.refunds(companyId, id),
    traces.events(companyId, id),
    traces.acts(companyId, id),
    authenticationId === null ? null : authentications.find({ companyId, id: authenticationId }),
    reversals.find(companyId, id),
  ]);
  const postings = await traces.postings(companyId, [id, ...refunds.map((refund) => refund.id)]);
  const inAccountTime = (at: Date) => accountTime(account, at);
  const entries: TimelineEntry[] = [
    { at: payin.createdAt, kind: 'created' },
    ...(holdsReference(status) ? [] : [{ at: updatedAt, kind: 'ended', status } as const]),
    ...(authentication === null ? [] : [authenticated(authentication)]),
    ...refunds.flatMap(refunded),
    ...(reversal === null ? [] : reversed(reversal, inAccountTime)),
    ...postings.map(
      ({ kind: posting, amounts, createdAt: at }) =>
        ({ at, kind: 'posting', posting, amounts }) as const,
    ),
    ...events.flatMap((event) => told(event, inAccountTime)),
    ...acts.map((act) => acted(act, inAccountTime)),
  ];
  // What has the same time stays as it stands above: what was done before what followed from it.
  entries.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { entries: entries.slice(-MAX_ENTRIES), isCut: entries.length > MAX_ENTRIES };
}

function authenticated(authentication: Authentication): TimelineEntry {
  const { createdAt: at, status, reason, isChallenged } = authentication;
  return { at, kind: 'three-d-secure', status, reason, isChallenged };
}

function refunded(refund: Refund): TimelineEntry[] {
  const { id: refundId, amount, status, reason, failureReason, createdAt, updatedAt } = refund;
  const begun: TimelineEntry = { at: createdAt, kind: 'refund-begun', refundId, amount, reason };
  if (status === 'PENDING') return [begun];
  return [begun, { at: updatedAt, kind: 'refund-ended', refundId, amount, status, failureReason }];
}

function reversed(
  { begunAt, doneAt, amount, isByHand }: Reversal,
  inAccountTime: (at: Date) => Date,
): TimelineEntry[] {
  const begun = { at: inAccountTime(begunAt), kind: 'reversal-begun', amount, isByHand } as const;
  if (doneAt === null) return [begun];
  return [begun, { at: inAccountTime(doneAt), kind: 'reversal-done', amount, isByHand }];
}

function told(
  { id: eventId, event, status, attempts, createdAt }: PayinEventTrace,
  inAccountTime: (at: Date) => Date,
): TimelineEntry[] {
  const deliveries = attempts.map(({ at: realTime, outcome }) => {
    const at = inAccountTime(new Date(realTime));
    return { at, kind: 'delivery', eventId, event, outcome } as const;
  });
  return [{ at: inAccountTime(createdAt), kind: 'event', eventId, event, status }, ...deliveries];
}

function acted(
  { at, actor, action, result, code }: AuditEntry,
  inAccountTime: (at: Date) => Date,
): TimelineEntry {
  return { at: inAccountTime(at), kind: 'act', actor, action, result, code };
}
