import type { Account, AccountStore } from './account.ts';
import { accountTime } from './account.ts';
import type { LedgerStore } from './ledger.ts';
import { post } from './ledger.ts';
import { reserveRelease } from './ledger-postings.ts';
import type { Db, Queryable } from './store/db.ts';

/** Money of a payin that is retained until `dueAt`, the account's time. */
export type Reserve = { companyId: string; payinId: string; dueAt: Date };

export interface ReserveStore {
  /** Begins the term of a payin's reserve; one that has begun is put off. */
  retain(tx: Queryable, reserve: Reserve): Promise<void>;
  /** The payins whose reserve is due at that time, longest due first, at most `limit`. */
  listDue(companyId: string, now: Date, limit: number): Promise<string[]>;
  /** Ends the term of a reserve that is due; false where it is not, or another was faster. */
  end(tx: Queryable, companyId: string, payinId: string, now: Date): Promise<boolean>;
}

export type ReserveServices = {
  db: Db;
  accounts: AccountStore;
  ledger: LedgerStore;
  reserves: ReserveStore;
  now: () => Date;
};

const DAY_MS = 24 * 60 * 60 * 1_000;
const BATCH = 500;

/** When a reserve retained at `retainedAt` is due; both are the account's time. */
export function reserveDueAt({ traits }: Account, retainedAt: Date): Date {
  return new Date(retainedAt.getTime() + traits.reserveDays * DAY_MS);
}

/**
 * Makes available what an account's payins still hold in reserve once its term is over, each in a
 * transaction of its own and once. What refunds and disputes took of it before is gone. Decision: a
 * reserve that a dispute took and its reversal gave back begins its term anew.
 */
export async function releaseReserves(account: Account, services: ReserveServices): Promise<void> {
  const { companyId } = account;
  const now = accountTime(account, services.now());
  const { db, ledger, reserves } = services;
  for (const payinId of await reserves.listDue(companyId, now, BATCH)) {
    await db.transaction(
      async (tx) => {
        const balances = await ledger.lockBalances(tx, companyId);
        if (!(await reserves.end(tx, companyId, payinId, now))) return;
        const { reserve: held = 0 } = await ledger.movedBy(tx, companyId, payinId);
        if (held <= 0) return;
        const amounts = reserveRelease(held, balances);
        const kind = 'reserve_released';
        await post(tx, ledger, { companyId, sourceId: payinId, kind, amounts, now });
      },
      { turnOf: companyId },
    );
  }
}

export async function releaseAllReserves(services: ReserveServices): Promise<void> {
  for (const companyId of await services.accounts.listIds()) {
    const account = await services.accounts.find(companyId);
    if (account !== null) await releaseReserves(account, services);
  }
}
