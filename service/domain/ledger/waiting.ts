import type { Queryable } from '../../base/shared/db.ts';
import { dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PostingPlan } from './ledger.ts';
import type { ReceivableStore } from './receivable.ts';
import type { LedgerDependencies } from './reserve.ts';
import { MOST_RELEASED, releaseEach } from './reserve.ts';

export const WAITING_PUT_OFF = 'waiting-';

/**
 * Makes available what waited for its day in São Paulo, of each payin in a transaction of its own,
 * as `releaseReserves` does. Throws `PollsFailed`.
 */
export async function releaseWaiting(
  account: Account,
  services: Omit<LedgerDependencies, 'reserves'> & {
    receivables: Pick<ReceivableStore, 'listDue' | 'lock' | 'put'>;
  },
): Promise<void> {
  const { companyId } = account;
  const { receivables, now } = services;
  const realTime = now();
  const day = dayInSaoPaulo(accountTime(account, realTime));
  const which = { day, dueBy: realTime, limit: MOST_RELEASED };
  const end = async (tx: Queryable, payinId: string): Promise<PostingPlan> => {
    const all = await receivables.lock(tx, companyId, payinId);
    const due = all.filter(({ dueOn, waiting }) => waiting !== null && dueOn <= day);
    const amount = due.reduce((total, { waiting }) => total + (waiting ?? 0), 0);
    await receivables.put(
      tx,
      due.map((one) => ({ ...one, waiting: null })),
    );
    return { kind: 'waiting_released', amount };
  };
  // A day may be that of thousands of instalments.
  for (;;) {
    const ids = await receivables.listDue(companyId, which);
    await releaseEach(account, { ids, putOff: WAITING_PUT_OFF }, services, end);
    if (ids.length < MOST_RELEASED) return;
  }
}
