import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import type { PayinStatus } from '../../../contract/payments/payin-status.ts';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import { PAYMENT_METHODS } from '../../../contract/payments/payment-method.ts';
import type { Decline } from '../payins/decline.ts';
import { reasonOfDecline } from '../payins/decline.ts';
import type { ThreeDSStatus } from '../payins/three-d-secure/three-d-secure.ts';
import type { CalendarDay } from './calendar.ts';

export type CountedPayins = {
  /** `YYYY-MM-DD` in São Paulo, of their creation. */
  day: string;
  method: PaymentMethod;
  status: PayinStatus;
  declineReason: DeclineReason | null;
  count: number;
  amount: number;
};

export type CountedDeclines = Pick<Decline, 'code' | 'reason'> & { day: string; count: number };

/** `isChallenged`: whether the card's bank asked the buyer; null where nobody told, or it is open. */
export type CountedAuthentications = {
  status: ThreeDSStatus;
  isChallenged: boolean | null;
  count: number;
};

export interface PayinSummaryStore {
  payins(companyId: string, days: readonly CalendarDay[]): Promise<CountedPayins[]>;
  declines(companyId: string, days: readonly CalendarDay[]): Promise<CountedDeclines[]>;
  authentications(
    companyId: string,
    days: readonly CalendarDay[],
  ): Promise<CountedAuthentications[]>;
}

/** Decision: what was approved stays so when disputed or given back: a day tells of its sales. */
export type MethodNumbers = {
  approved: number;
  approvedAmount: number;
  /** Refused by whoever was asked, or failed. */
  refused: number;
  /** Not paid in time, or called off. */
  unpaid: number;
  open: number;
};

export type DayNumbers = { day: string; byMethod: Readonly<Record<PaymentMethod, MethodNumbers>> };

export type PayinSummary = {
  days: readonly DayNumbers[];
  byMethod: Readonly<Record<PaymentMethod, MethodNumbers>>;
  refusals: readonly { reason: DeclineReason; count: number }[];
  authentications: readonly CountedAuthentications[];
  disputed: { count: number; amount: number };
};

const OUTCOMES: Readonly<Record<PayinStatus, keyof Omit<MethodNumbers, 'approvedAmount'>>> = {
  PENDING: 'open',
  PENDING_3DS: 'open',
  APPROVED: 'approved',
  REFUNDED: 'approved',
  CHARGEBACK: 'approved',
  MED: 'approved',
  REFUSED: 'refused',
  FAILED: 'refused',
  CANCELED: 'unpaid',
  EXPIRED: 'unpaid',
};

const DISPUTED: readonly PayinStatus[] = ['CHARGEBACK', 'MED'];

export async function readPayinSummary(
  companyId: string,
  days: readonly CalendarDay[],
  store: PayinSummaryStore,
): Promise<PayinSummary> {
  const [payins, declines, authentications] = await Promise.all([
    store.payins(companyId, days),
    store.declines(companyId, days),
    store.authentications(companyId, days),
  ]);
  const numbersOfDays = days.map(({ day }) => ({
    day,
    byMethod: toNumbers(
      payins.filter((counted) => counted.day === day),
      declines.filter((counted) => counted.day === day),
    ),
  }));
  const disputed = payins.filter(({ status }) => DISPUTED.includes(status));
  return {
    days: numbersOfDays,
    byMethod: toNumbers(payins, declines),
    refusals: toRefusals(payins, declines),
    authentications: [...authentications].sort((one, other) => other.count - one.count),
    disputed: { count: sumOf(disputed, 'count'), amount: sumOf(disputed, 'amount') },
  };
}

/** From 0 to 1; null where none was decided, as what nobody paid was not. */
export function approvalRate({ approved, refused }: Pick<MethodNumbers, 'approved' | 'refused'>) {
  const decided = approved + refused;
  return decided === 0 ? null : approved / decided;
}

function toNumbers(
  payins: readonly CountedPayins[],
  declines: readonly CountedDeclines[],
): Record<PaymentMethod, MethodNumbers> {
  const numbers = Object.fromEntries(
    PAYMENT_METHODS.map((method) => [method, noNumbers()]),
  ) as Record<PaymentMethod, MethodNumbers>;
  for (const { method, status, count, amount } of payins) {
    const outcome = OUTCOMES[status];
    numbers[method][outcome] += count;
    if (outcome === 'approved') numbers[method].approvedAmount += amount;
  }
  numbers.CREDIT_CARD.refused += sumOf(declines, 'count');
  return numbers;
}

function noNumbers(): MethodNumbers {
  return { approved: 0, approvedAmount: 0, refused: 0, unpaid: 0, open: 0 };
}

function toRefusals(payins: readonly CountedPayins[], declines: readonly CountedDeclines[]) {
  const counts = new Map<DeclineReason, number>();
  const refused = payins.map(({ declineReason: reason, count }) => ({ reason, count }));
  const declined = declines.map((one) => ({ reason: reasonOfDecline(one), count: one.count }));
  for (const { reason, count } of [...refused, ...declined]) {
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));
}

function sumOf<Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  field: Field,
): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}
