import { writeFormChallenge } from '../../../contract/card/form-challenge.ts';
import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import type { ChargeOutcome, KnownCharge, TakenBack } from '../acquirer.ts';
import type { FieldTable, RefusedData } from '../refused-data.ts';
import { refusedCustomer, refusedData } from '../refused-data.ts';
import { toCentavos } from './amount.ts';
import type { MercadoPayment } from './fields.ts';
import { chargebacksSchema } from './fields.ts';

type Declined = Extract<ChargeOutcome, { kind: 'declined' }>;
type Refusal = { reason: DeclineReason } & Partial<Pick<Declined, 'code' | 'decidedBy'>>;

/**
 * Why a card was refused, by `status_detail`. Those with a `code` are told to the caller by it.
 * Source: its guides, "Response handling" and "3DS"; each word was seen in public integrations.
 */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  [
    'cc_rejected_bad_filled_security_code',
    { reason: 'invalid_cvv', code: 'INVALID_CVV', decidedBy: 'issuer' },
  ],
  [
    'cc_rejected_insufficient_amount',
    { reason: 'insufficient_funds', code: 'PAYER_LIMIT_REJECTED', decidedBy: 'issuer' },
  ],
  [
    'cc_amount_rate_limit_exceeded',
    { reason: 'limit_exceeded', code: 'PAYER_LIMIT_REJECTED', decidedBy: 'issuer' },
  ],
  ['cc_rejected_high_risk', riskOf()],
  ['rejected_high_risk', riskOf()],
  ['cc_rejected_blacklist', riskOf()],
  ['cc_rejected_bad_filled_card_number', { reason: 'invalid_card' }],
  ['cc_rejected_bad_filled_date', { reason: 'card_expired' }],
  ['cc_rejected_bad_filled_other', { reason: 'invalid_card' }],
  ['rejected_insufficient_data', { reason: 'invalid_card' }],
  ['cc_rejected_call_for_authorize', { reason: 'do_not_honour' }],
  ['cc_rejected_card_disabled', { reason: 'card_blocked' }],
  ['cc_rejected_card_error', { reason: 'issuer_unavailable' }],
  ['bank_error', { reason: 'issuer_unavailable' }],
  ['cc_rejected_card_type_not_allowed', { reason: 'not_allowed' }],
  ['cc_rejected_invalid_installments', { reason: 'not_allowed' }],
  ['rejected_by_regulations', { reason: 'not_allowed' }],
  ['cc_rejected_duplicated_payment', { reason: 'do_not_honour' }],
  ['cc_rejected_max_attempts', { reason: 'tries_exceeded' }],
  ['cc_rejected_3ds_challenge', { reason: 'not_authenticated' }],
  ['cc_rejected_3ds_mandatory', { reason: 'not_authenticated' }],
  ['rejected_by_bank', { reason: 'do_not_honour' }],
  ['cc_rejected_other_reason', { reason: 'do_not_honour' }],
]);

function riskOf(): Refusal {
  return { reason: 'suspected_fraud', code: 'REJECTED_BY_RISK', decidedBy: 'antifraud' };
}

type Decided = Extract<
  KnownCharge,
  { kind: 'approved' | 'refused' | 'declined' | 'processing' | 'challenge_required' | 'voided' }
>;

/** Decision: an unknown status is looked at again: a refusal would let it be sold twice. */
export function outcomeOf(payment: ToldPayment): Decided {
  const { id, status, status_detail: detail } = payment;
  const externalId = `${id}`;
  switch (status) {
    case 'approved':
    case 'charged_back':
      return { kind: 'approved', externalId, ...takenBackOf(payment) };
    case 'refunded':
      return { kind: 'voided', externalId };
    case 'rejected':
      return rejectionOf(detail ?? '', externalId);
    case 'cancelled':
      // By the seller, or because the buyer took longer than their bank waits: nothing was taken.
      return { kind: 'voided', externalId };
    case 'pending':
      return challengeOf(payment) ?? { kind: 'processing' };
    default:
      return { kind: 'processing' };
  }
}

/** What the browser posts to the card's bank; null where the buyer is asked nothing. */
function challengeOf({ id, status_detail: detail, three_ds_info: info }: MercadoPayment) {
  const { external_resource_url: url, creq } = info ?? {};
  if (detail !== 'pending_challenge' || !url?.startsWith('https://') || !creq) return null;
  const session = writeFormChallenge({ url, creq });
  return { kind: 'challenge_required', externalId: `${id}`, session } as const;
}

function rejectionOf(detail: string, externalId: string): Decided {
  const refusal = REFUSALS.get(detail);
  if (refusal === undefined) return { kind: 'refused', externalId };
  const { reason, code, decidedBy } = refusal;
  if (code === undefined || decidedBy === undefined) return { kind: 'refused', externalId, reason };
  return { kind: 'declined', code, decidedBy, reason };
}

/** Null where it says nothing of the card. Source: its reference, "Card tokens", errors. */
export function tokenRefusalOf(codes: readonly string[], externalId: string): ChargeOutcome | null {
  if (codes.includes('E302')) {
    return { kind: 'declined', code: 'INVALID_CVV', decidedBy: 'issuer', reason: 'invalid_cvv' };
  }
  if (codes.includes('E301')) return { kind: 'refused', externalId, reason: 'invalid_card' };
  if (codes.includes('325') || codes.includes('326')) {
    return { kind: 'refused', externalId, reason: 'card_expired' };
  }
  return null;
}

/** "Cannot infer Payment Method": the seller takes no such card. */
const NO_SUCH_METHOD = '2131';

/** What is neither the seller's cards nor the payer's data is wrong with our call. */
export function refusalOf(codes: readonly string[], externalId: string): ChargeOutcome {
  if (codes.includes(NO_SUCH_METHOD)) {
    return { kind: 'refused', externalId, reason: 'not_allowed' };
  }
  return refusedData(complaintsOf(codes), PAYER_FIELDS) ?? { kind: 'failed', externalId };
}

/** Source: its reference, "Create payment", errors. */
const PAYER_FIELDS: FieldTable = [
  [/^2067$/, 'customer.document'],
  [/^4050$/, 'customer.email'],
];

/**
 * Refusals of our call, of the seller's account, or by Mercado Pago itself. Source: the same list;
 * 13253 is told in public integrations: a seller without a key of PIX.
 */
const NOT_THE_PAYERS: ReadonlySet<string> = new Set(
  '1 3 5 8 23 1000 2004 2007 2034 2059 2072 2131 3067 4292 13253'.split(' '),
);

/** Null where Mercado Pago refuses for something else than the payer's data. */
export function refusedDataOf(codes: readonly string[]): RefusedData | null {
  if (codes.length === 0 || codes.some((code) => NOT_THE_PAYERS.has(code))) return null;
  const complaints = complaintsOf(codes);
  return refusedData(complaints, PAYER_FIELDS) ?? refusedCustomer(complaints);
}

function complaintsOf(codes: readonly string[]) {
  return codes.map((code) => ({ code }));
}

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
