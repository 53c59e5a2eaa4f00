import type { Db, Queryable } from '../../base/shared/db.ts';
import type { LookUps } from '../../base/shared/look-ups.ts';
import type { PollFailure } from '../../base/shared/poll-each.ts';
import { PollsFailed } from '../../base/shared/poll-each.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { LedgerStore, PostingPlan } from './ledger.ts';
import { decidePostings } from './ledger-postings.ts';

export interface ReserveStore {
  /** Longest due first. Those that were put off are left out until `dueBy` (real time). */
  listDue(companyId: string, which: { now: Date; dueBy: Date; limit: number }): Promise<string[]>;
  /** Ends the term of a reserve that is due; false where it is not, or another was faster. */
  end(tx: Queryable, companyId: string, payinId: string, now: Date): Promise<boolean>;
}

export type LedgerDependencies = {
  db: Db;
  ledger: LedgerStore;
  reserves: ReserveStore;
  lookUps: Pick<LookUps, 'begin'>;
  now: () => Date;
};

const DAY_MS = 24 * 60 * 60 * 1_000;

export function reserveDueAt({ traits }: Account, retainedAt: Date): Date {
  return new Date(retainedAt.getTime() + traits.reserveDays * DAY_MS);
}

export const PUT_OFF_PREFIX = 'reserve-';

/**
 * Makes available what payins still hold in reserve after its term, each in a transaction of its
 * own. Decision: a reserve that a dispute took and its reversal gave back begins its term anew.
 *
 * One that fails is put off, ever further, and holds up no other. Throws `PollsFailed` with these.
 */
export async function releaseReserves(
  account: Account,
  services: LedgerDependencies,
): Promise<void> {
  const { companyId } = account;
  const realTime = services.now();
  const now = accountTime(account, realTime);
  const { reserves } = services;
  const ids = await reserves.listDue(companyId, { now, dueBy: realTime, limit: MOST_RELEASED });
  await releaseEach(account, { ids, putOff: PUT_OFF_PREFIX }, services, async (tx, payinId) =>
    (await reserves.end(tx, companyId, payinId, now)) ? { kind: 'reserve_released' } : null,
  );
}

export const MOST_RELEASED = 500;

/** `end`: under the lock of the ledger; null where another was faster. Throws `PollsFailed`. */
export async function releaseEach(
  account: Account,
  { ids, putOff }: { ids: readonly string[]; putOff: string },
  { db, ledger, lookUps, now }: Omit<LedgerDependencies, 'reserves'>,
  end: (tx: Queryable, payinId: string) => Promise<PostingPlan | null>,
): Promise<void> {
  const { companyId } = account;
  const realTime = now();
  const release = (payinId: string) =>
    db.transaction(async (tx) => {
      const locked = await ledger.lock(tx, companyId, [payinId]);
      const plan = await end(tx, payinId);
      if (plan === null) return;
      const posting = { sourceId: payinId, plan, now: accountTime(account, realTime) };
      await ledger.append(tx, companyId, locked, decidePostings(locked, [posting]));
    });
  const failures: PollFailure[] = [];
  for (const id of ids) {
    await release(id).catch(async (error: unknown) => {
      failures.push({ id, error });
      const putOffUnder = { companyId, id: `${putOff}${id}` };
      await lookUps.begin(putOffUnder, { now: realTime, evenEarly: true });
    });
  }
  if (failures.length > 0) throw new PollsFailed(failures);
}
