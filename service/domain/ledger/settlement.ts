import type { PayinStatus } from '../../../contract/payments/payin-status.ts';
import type { StatementLine } from '../../providers/statement.ts';
import type { PaidReceivable, Receivable } from './receivable.ts';

/** What is owed of an instalment, as far as a statement tells of it. */
export type OwedPart = Pick<
  Receivable,
  'installment' | 'amount' | 'fee' | 'returned' | 'paidOn' | 'paidAmount'
>;

/** A payment of ours that a statement may tell of; nothing may be owed of it by days. */
export type SettledPayment = {
  companyId: string;
  payinId: string;
  status: PayinStatus;
  amount: number;
  /** With what its buyer pays for instalments. */
  charged: number;
  refundedAmount: number;
  owed: OwedPart[];
};

export interface SettlementStore {
  /** Of all companies, by the first 13 of the random characters of their ids. */
  find(provider: string, beginnings: readonly string[]): Promise<SettledPayment[]>;
  /** What is due from the first to the last day and has not been told as paid. */
  listDue(
    companyId: string,
    due: { provider: string; from: string; until: string; limit: number },
  ): Promise<Receivable[]>;
}

/** What a statement and our books do not have alike, and what to do about it. */
export const FINDINGS = {
  only_there:
    'The provider has it and we do not. Look for it at the provider: it was sold outside of this ' +
    'service, or by other credentials.',
  not_paid_here:
    'It is paid there, and its payment here is not approved. Ask the provider now: payin look-up.',
  only_here:
    'It is due within the days of the statement, which does not have it. Ask the provider when it ' +
    'is paid, and import the statement that has it.',
  other_amount:
    'It is of another amount than we expect, and not marked as paid. Compare its fee with the terms ' +
    'of your contract, and its amount with the payment at the provider.',
  twice: 'The provider has it twice. Ask it whether it was paid twice, and look at orphan list.',
  paid_before:
    'It was paid by another statement, on another day or with another amount. Ask the provider ' +
    'whether it was paid twice.',
  not_returned:
    'The provider has taken it back, and here nothing went back. Ask it now: payin look-up; what ' +
    'that does not tell is entered by payin return.',
  only_returned_here:
    'It went back here, and its provider has not given it back. Ask it now: payin look-up; where it ' +
    'knows of no refund, ask its support.',
  not_listed:
    'It is approved here, and its provider does not list it. Ask it now: payin look-up; where it does ' +
    'not know the payment, ask its support before anything of it is paid out.',
  payout_only_there:
    'The provider sent it, and none of these companies asked for it. Look at its own pages who did; ' +
    'where nobody may have, block the credentials there.',
  payout_not_listed:
    'It was sent by our books, and the provider does not list it. Ask its support before it is sent ' +
    'in any other way.',
  payout_other_amount:
    'The provider sent another amount than its company asked for. Ask its support.',
  payout_other_state:
    'The provider tells of it otherwise than our books. It is looked up again by itself while it is ' +
    'under way; where it has ended here, ask the support of the provider.',
} as const;

export type FindingKind = keyof typeof FINDINGS;

/** Gross, fee and net in centavos. */
export type Amounts = { amount: number; fee: number; net: number };

/** `again`: it was imported before. `known`: ours, with nothing to mark as paid. */
export type Settling =
  | { kind: 'paid'; paid: PaidReceivable[] }
  | { kind: 'again' | 'known' }
  | { kind: FindingKind; ours: Amounts | null };

export const WAS_APPROVED: readonly PayinStatus[] = ['APPROVED', 'REFUNDED', 'CHARGEBACK', 'MED'];

/** What a line means for the payment that it tells of. */
export function settle(line: StatementLine, payment: SettledPayment): Settling {
  if (line.kind !== 'sale') return settleReturn(line, payment);
  const { payinId, status, charged: whole, owed } = payment;
  if (!WAS_APPROVED.includes(status)) return { kind: 'not_paid_here', ours: null };
  const ofSale = owed.filter(({ amount }) => amount > 0);
  if (ofSale.length === 0) {
    const ours = { amount: whole, fee: 0, net: whole };
    return line.amount === whole ? { kind: 'known' } : { kind: 'other_amount', ours };
  }
  const isAll = line.installment === null;
  const meant = ofSale.filter(({ installment }) => isAll || line.installment === installment);
  const [amount, fee] = [sumOf(meant, 'amount'), sumOf(meant, 'fee')];
  const ours = { amount, fee, net: amount - fee };
  const open = meant.filter(({ paidOn }) => paidOn === null);
  if (open.length === 0 && meant.length > 0) {
    const isEqual = sumOf(meant, 'paidAmount') === line.net;
    const isAgain = isEqual && meant.every(({ paidOn }) => paidOn === line.paidOn);
    return isAgain ? { kind: 'again' } : { kind: 'paid_before', ours };
  }
  // Decision: an acquirer may divide a sale in another way, so an instalment is a centavo per other
  // instalment from ours at most. What went back to the buyer is a line of its own, or is taken off.
  const slack = isAll ? 0 : ofSale.length - 1;
  const isNear = (one: number, other: number) => Math.abs(one - other) <= slack;
  const isWhole = isNear(line.amount, amount);
  const isOurs = isWhole || isNear(line.amount, amount - sumOf(meant, 'returned'));
  if (!isOurs || !isNear(line.fee, fee) || line.net !== line.amount - line.fee) {
    return { kind: 'other_amount', ours };
  }
  const paid = open.map((one) => {
    const own = one.amount - one.fee - (isWhole ? 0 : one.returned);
    return paidBy(line, payinId, one, isAll ? own : line.net);
  });
  return { kind: 'paid', paid };
}

/** Beyond what was left of a sale its acquirer takes back by a receivable of its own. */
function settleReturn(line: StatementLine, payment: SettledPayment): Settling {
  const { payinId, status, refundedAmount, owed } = payment;
  const equal = owed.filter(({ amount, returned }) => amount === 0 && returned === line.amount);
  const open = equal.find(({ paidOn }) => paidOn === null);
  if (open !== undefined)
    return { kind: 'paid', paid: [paidBy(line, payinId, open, -line.amount)] };
  if (equal.length > 0) return { kind: 'again' };
  const hasReturned = refundedAmount > 0 || status !== 'APPROVED';
  return hasReturned ? { kind: 'known' } : { kind: 'not_returned', ours: null };
}

function paidBy(
  { paidOn }: StatementLine,
  payinId: string,
  { installment }: OwedPart,
  paidAmount: number,
): PaidReceivable {
  return { payinId, installment, paidOn, paidAmount };
}

function sumOf(rows: readonly OwedPart[], field: 'amount' | 'fee' | 'returned' | 'paidAmount') {
  return rows.reduce((sum, row) => sum + (row[field] ?? 0), 0);
}
