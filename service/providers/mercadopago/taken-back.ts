import type { TakenBack } from '../acquirer.ts';
import { toCentavos } from './amount.ts';
import type { MercadoPayment } from './fields.ts';

/** What became of a dispute, by the detail of a payment that is `charged_back`. */
const OUTCOMES: ReadonlyMap<string, 'lost' | 'won'> = new Map([
  ['settled', 'lost'],
  ['reimbursed', 'won'],
]);

/**
 * What a payment tells of money that left it again: the sum of what was given back, by whomever, and a
 * charge-back that is under way (`in_process`), lost (`settled`) or won (`reimbursed`). Its day for an
 * answer is told by another call. Source: its guides, "Response handling", "Query results", read
 * 2026-11-23, and its SDK's type of a payment, `transaction_amount_refunded`.
 * Decision: any other word is one of a dispute that is not won.
 */
export function takenBackOf(payment: MercadoPayment): TakenBack {
  const { status, status_detail: detail, transaction_amount: reais } = payment;
  const refunded = status === 'refunded' ? reais : (payment.transaction_amount_refunded ?? 0);
  const returned = refunded > 0 ? { returnedAmount: toCentavos(refunded) } : {};
  if (status !== 'charged_back') return returned;
  const outcome = OUTCOMES.get(detail ?? '') ?? 'open';
  const facts = { nature: 'chargeback', amount: null, reason: null, answerBy: null } as const;
  return { ...returned, dispute: { ...facts, outcome } };
}
