import { withDeadline } from '../../base/shared/deadline.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { Account, AccountStore } from './account.ts';

export type AccountWork = (account: Account) => Promise<void>;

/** Told of what went wrong with one account. */
export type OnAccountError = (error: unknown, companyId: string) => void;

export type ForEachAccount = (works: readonly AccountWork[]) => Promise<void>;

/** An account's work took so long that the others went on without it. */
export class AccountOverdue extends Error {
  override readonly name = 'AccountOverdue';
}

/**
 * Goes through all accounts and does every work for each, in the order given. A work that fails is
 * told to `onError`, and the rest goes on: no account can hold up another. One that takes longer
 * than `deadlineMs` is told as well and left to end by itself; until then it is passed over, so
 * that nothing piles up. Throws only where the list of accounts cannot be read.
 *
 * Not for what has to stop at the first failure, such as rotating a key or checking the ledger.
 */
export function createForEachAccount(options: {
  accounts: Pick<AccountStore, 'listIds' | 'find'>;
  deadlineMs: number;
  timers: Timers;
  onError: OnAccountError;
}): ForEachAccount {
  const { accounts, onError } = options;
  const underWay = new Set<string>();

  const workOn = async (companyId: string, works: readonly AccountWork[]) => {
    underWay.add(companyId);
    try {
      const account = await accounts.find(companyId);
      if (account === null) return;
      for (const work of works) {
        await work(account).catch((error: unknown) => onError(error, companyId));
      }
    } catch (error) {
      onError(error, companyId);
    } finally {
      underWay.delete(companyId);
    }
  };

  return async (works) => {
    for (const companyId of await accounts.listIds()) {
      if (underWay.has(companyId)) continue;
      const { kind } = await withDeadline(() => workOn(companyId, works), options);
      if (kind === 'timeout') onError(new AccountOverdue(), companyId);
    }
  };
}
