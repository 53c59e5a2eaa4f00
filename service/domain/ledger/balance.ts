import type { Balance } from '../../../contract/payments/balance.ts';
import type { Amounts, LedgerStore } from './ledger.ts';
import type { DayAmount, ReceivableStore } from './receivable.ts';

const RECIPIENT = 'recipient:';
const MOST_DAYS = 400;

export type BalanceStores = {
  ledger: Pick<LedgerStore, 'readBalances'>;
  receivables: Pick<ReceivableStore, 'waitingByDay'>;
};

export async function readBalance(companyId: string, stores: BalanceStores): Promise<Balance> {
  const amounts = await stores.ledger.readBalances(companyId);
  return toBalance(amounts, await readWaitingDays(companyId, amounts, stores));
}

/** What waits, by the day on which it becomes available; nothing is asked where nothing does. */
export async function readWaitingDays(
  companyId: string,
  { waiting = 0 }: Amounts,
  { receivables }: Pick<BalanceStores, 'receivables'>,
): Promise<DayAmount[]> {
  return waiting === 0 ? [] : receivables.waitingByDay(companyId, MOST_DAYS);
}

export function toBalance(amounts: Amounts, waitingDays: DayAmount[] = []): Balance {
  const { available = 0, reserve = 0, in_flight: inFlight = 0, debt = 0 } = amounts;
  const recipients = Object.entries(amounts)
    .filter(([account]) => account.startsWith(RECIPIENT))
    .map(([account, amount = 0]) => ({ recipientId: account.slice(RECIPIENT.length), amount }))
    .sort((one, other) => (one.recipientId < other.recipientId ? -1 : 1));
  return {
    currency: 'BRL',
    available,
    waitingFunds: amounts.waiting ?? 0,
    waitingDays,
    reserved: reserve,
    inFlight,
    debt: 0 - debt,
    recipients,
  };
}
