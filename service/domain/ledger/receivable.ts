import type { Queryable } from '../../base/shared/db.ts';
import { addDays, bankDayFrom, dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import type { SettlementTerms } from '../../providers/acquirer.ts';
import { shareOf } from '../accounts/fee-schedule.ts';
import { proportion } from './proportion.ts';

/** What an acquirer owes of one sale by card on one day. Days are `YYYY-MM-DD` in São Paulo. */
export type Receivable = {
  companyId: string;
  payinId: string;
  /** From 1. Those behind the sale's own tell what its acquirer takes back, or gives again. */
  installment: number;
  provider: string;
  dueOn: string;
  /** Centavos: gross, what the acquirer keeps of it, and what went back to the buyer. */
  amount: number;
  fee: number;
  returned: number;
  /** What its merchant gets on that day; null where the merchant waits for nothing. */
  waiting: number | null;
  /** As the acquirer's statement has it; null where none has told of it. */
  paidOn: string | null;
  paidAmount: number | null;
};

export type PaidReceivable = Pick<Receivable, 'payinId' | 'installment'> & {
  paidOn: string;
  paidAmount: number;
};

export type DayAmount = { date: string; amount: number };

export type DayDue = { date: string } & Pick<Receivable, 'amount' | 'fee' | 'returned'>;

export interface ReceivableStore {
  /** Those of payins, by payin and instalment. */
  listOf(companyId: string, payinIds: readonly string[]): Promise<Receivable[]>;
  /** The same of one payin, locked until the transaction ends. */
  lock(tx: Queryable, companyId: string, payinId: string): Promise<Receivable[]>;
  /** Adds new ones; of one that is there, `returned` and `waiting` change. All of one company. */
  put(tx: Queryable, receivables: readonly Receivable[]): Promise<void>;
  /** Payins with something that waited until that day, the longest due first; see `ReserveStore`. */
  listDue(companyId: string, which: { day: string; dueBy: Date; limit: number }): Promise<string[]>;
  /** What has not been paid of days to come: the first `limit` of them. */
  dueByDay(companyId: string, which: { after: string; limit: number }): Promise<DayDue[]>;
  /** What the merchant waits for, by day, `limit` days at most. */
  waitingByDay(companyId: string, limit: number): Promise<DayAmount[]>;
  /** One that was paid before stays as it is. */
  markPaid(tx: Queryable, companyId: string, paid: readonly PaidReceivable[]): Promise<void>;
}

/** The calendar of a sale. Decision: where banks are closed, the next day on which they are not. */
export function receivablesOf(
  terms: SettlementTerms,
  sale: Pick<Receivable, 'companyId' | 'payinId' | 'provider' | 'amount'> & {
    installments: number;
  },
  approvedAt: Date,
): Receivable[] {
  const { companyId, payinId, provider, amount, installments } = sale;
  const { firstDays, intervalDays, fees, fixedFee } = terms;
  const day = dayInSaoPaulo(approvedAt);
  const basisPoints = fees.findLast(({ from }) => from <= installments)?.basisPoints ?? 0;
  const feeParts = inParts(Math.min(amount, shareOf(amount, basisPoints) + fixedFee), installments);
  return inParts(amount, installments).map((part, index) => ({
    companyId,
    payinId,
    installment: index + 1,
    provider,
    dueOn: bankDayFrom(addDays(day, firstDays + index * intervalDays)),
    amount: part,
    fee: feeParts[index] ?? 0,
    returned: 0,
    waiting: null,
    paidOn: null,
    paidAmount: null,
  }));
}

/** What is left of it for the operator; below zero where the acquirer takes back. */
export function netOf({ amount, fee, returned }: Omit<DayDue, 'date'>): number {
  return amount - fee - returned;
}

/** As even as can be: each is what is left by the number of those left, rounded down. */
export function inParts(total: number, count: number): number[] {
  let left = total;
  return Array.from({ length: count }, (_, index) => {
    const part = Math.floor(left / (count - index));
    left -= part;
    return part;
  });
}

/**
 * Those that change where `amount` more goes back to the buyer, or less where it is negative.
 * Decision: what is not due yet bears it in proportion to what is left of it, and its acquirer keeps
 * its fee; what exceeds that the acquirer takes back, or gives again, on the next day of banks.
 */
export function withReturned(
  receivables: readonly Receivable[],
  amount: number,
  day: string,
): Receivable[] {
  const open = receivables.filter(({ paidOn, dueOn }) => paidOn === null && dueOn > day);
  const sign = amount < 0 ? -1 : 1;
  const room = open.map((one) => Math.max(0, amount < 0 ? one.returned : netOf(one)));
  const parts = byRoom(Math.abs(amount), room);
  const changed = open.flatMap((one, index) => {
    const part = parts[index] ?? 0;
    return part === 0 ? [] : [{ ...one, returned: one.returned + sign * part }];
  });
  const beyond = amount - sign * sum(parts);
  const last = receivables.at(-1);
  if (beyond === 0 || last === undefined) return changed;
  const { companyId, payinId, provider } = last;
  return [
    ...changed,
    {
      companyId,
      payinId,
      installment: last.installment + 1,
      provider,
      dueOn: bankDayFrom(addDays(day, 1)),
      amount: 0,
      fee: 0,
      returned: beyond,
      waiting: null,
      paidOn: null,
      paidAmount: null,
    },
  ];
}

/** Of `amount` what each has room for, in proportion to it; the last takes what rounding leaves. */
function byRoom(amount: number, room: readonly number[]): number[] {
  let roomLeft = sum(room);
  let left = Math.min(amount, roomLeft);
  return room.map((own) => {
    const part = own === 0 ? 0 : proportion(left, own, roomLeft);
    left -= part;
    roomLeft -= own;
    return part;
  });
}

/**
 * Those that change where the merchant waits for `amount` more, or less. Decision: all that still
 * wait share it anew, and where none does any more, it waits for the last of the sale.
 */
export function withWaiting(receivables: readonly Receivable[], amount: number): Receivable[] {
  const waiting = receivables.filter((one) => one.waiting !== null);
  const sharing = waiting.length > 0 ? waiting : receivables.slice(-1);
  const total = sum(waiting.map((one) => one.waiting ?? 0)) + amount;
  const parts = inParts(total, sharing.length);
  return sharing.map((one, index) => ({ ...one, waiting: parts[index] ?? 0 }));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
