import type { TakenBack } from '../acquirer.ts';
import { toCentavos } from './amount.ts';
import type { MercadoPayment } from './fields.ts';
import { chargebacksSchema } from './fields.ts';

/** A payment with the day of its charge-back, where that was asked for. */
export type ToldPayment = MercadoPayment & { answerBy?: Date | null };

/** What became of a dispute, by the detail of a payment that is `charged_back`. */
const OUTCOMES: ReadonlyMap<string, 'lost' | 'won'> = new Map([
  ['settled', 'lost'],
  ['reimbursed', 'won'],
]);

/**
 * The sum that was given back, by whomever, and a charge-back (`in_process`: open). Source: its
 * guides, "Response handling", "Query results", read 2026-11-23, and its SDK's type of a payment,
 * `transaction_amount_refunded`. Decision: any other word is one of a dispute that is not won.
 */
export function takenBackOf(payment: ToldPayment): TakenBack {
  const { status, status_detail: detail, transaction_amount: reais, answerBy = null } = payment;
  const refunded = status === 'refunded' ? reais : (payment.transaction_amount_refunded ?? 0);
  const returned = refunded > 0 ? { returnedAmount: toCentavos(refunded) } : {};
  if (status !== 'charged_back') return returned;
  const outcome = OUTCOMES.get(detail ?? '') ?? 'open';
  const facts = { nature: 'chargeback', amount: null, reason: null, answerBy } as const;
  return { ...returned, dispute: { ...facts, outcome } };
}

/** Whether it has a charge-back that is not decided. */
export function isContested({ status, status_detail: detail }: MercadoPayment): boolean {
  return status === 'charged_back' && !OUTCOMES.has(detail ?? '');
}

/** The first; null where there is none. Source: guides, "Manage chargebacks", read 2026-11-26. */
export function answerByOf({ id }: MercadoPayment, body: unknown): Date | null {
  const { success, data } = chargebacksSchema.safeParse(body);
  const days = (success ? data.results : []).flatMap((one) => {
    const isAsked =
      one.documentation_required === true && one.payments.some((of) => `${of}` === `${id}`);
    return isAsked ? (one.date_documentation_deadline ?? []) : [];
  });
  const [first] = days.map((day) => new Date(day)).sort((one, other) => +one - +other);
  return first ?? null;
}
