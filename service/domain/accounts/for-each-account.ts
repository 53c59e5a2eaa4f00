import { withDeadline } from '../../base/shared/deadline.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import type { Account, AccountStore } from './account.ts';

export type AccountWork = (account: Account) => Promise<void>;

export type ForEachAccount = (works: readonly AccountWork[]) => Promise<void>;

export class AccountOverdue extends Error {
  override readonly name = 'AccountOverdue';
}

/**
 * Does every work for each account, in the order given. `onError` hears of a work that fails or
 * takes longer than `deadlineMs`; the latter ends by itself and is passed over until then, so that
 * nothing piles up. No account holds up another, so it is not for what stops at the first failure,
 * such as rotating a key. Throws only where the accounts cannot be listed.
 */
export function createForEachAccount(options: {
  accounts: Pick<AccountStore, 'listIds' | 'find'>;
  deadlineMs: number;
  timers: Timers;
  onError: (error: unknown, companyId: string) => void;
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
