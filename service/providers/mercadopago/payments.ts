import { asksExactly } from '../../base/formats/br-code.ts';
import type { Issued, KnownPayment, PaymentIssuer, PaymentOrder } from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type { RefundVerbs } from '../refunds.ts';
import type { RefusedData } from '../refused-data.ts';
import { toCentavos } from './amount.ts';
import { boletoBody, pixBody } from './bodies.ts';
import type { MercadoPayment } from './fields.ts';
import { codesOf } from './fields.ts';
import type { ToldPayment } from './outcomes.ts';
import { refusedDataOf, takenBackOf } from './outcomes.ts';
import type { Seller } from './seller.ts';
import { readPayment } from './seller.ts';

/**
 * A PIX lives for 30 minutes to 30 days from when its order arrives. Source: its guides, "Pix",
 * `date_of_expiration`. Decision: a shorter one lives on there for up to a minute more; the service
 * takes it back by `cancelPayment` when its time is over.
 */
const LEAST_PIX_MS = 31 * 60_000;

export function createPayments(
  seller: Seller,
  refunds: RefundVerbs,
  now: () => number,
): PaymentIssuer & Required<Pick<PaymentIssuer, 'cancelPayment'>> {
  /** The payment, made once, or why it surely was not. A lost answer is looked up. */
  async function issue(
    { reference, amount }: PaymentOrder,
    body: unknown,
    signal: AbortSignal,
  ): Promise<MercadoPayment | RefusedData | { kind: 'unavailable' }> {
    const key = attemptKeyOf(reference);
    const write = { verb: 'issue', path: '/v1/payments', idempotencyKey: key, body } as const;
    const answer = await seller.post(write, signal);
    if (isTurnedAway(answer)) return { kind: 'unavailable' };
    if (answer.kind === 'rejected') {
      return refusedDataOf(codesOf(answer.body)) ?? { kind: 'unavailable' };
    }
    const payment =
      answer.kind === 'answered'
        ? readPayment(answer, key)
        : await seller.find({ reference }, signal);
    if (payment === null) throw new Error('Mercado Pago may still make it');
    const isOrders = toCentavos(payment.transaction_amount) === amount;
    if (!isOrders || tell(payment).kind !== 'open') {
      throw new Error('Mercado Pago has another payment there');
    }
    return payment;
  }

  return {
    async issuePix(order, signal): Promise<Issued<{ copyAndPaste: string }>> {
      const key = attemptKeyOf(order.reference);
      const expiresAt = new Date(Math.max(order.expiresAt.getTime(), now() + LEAST_PIX_MS));
      const payment = await issue(order, pixBody(order, { key, expiresAt }), signal);
      if ('kind' in payment) return payment;
      const code = payment.point_of_interaction?.transaction_data?.qr_code ?? '';
      if (!asksExactly(code, { amount: order.amount, location: null })) {
        throw new Error('the code does not ask for the order');
      }
      return { kind: 'issued', externalId: `${payment.id}`, copyAndPaste: code };
    },

    async issueBoleto(order, signal): Promise<Issued<{ barcode: string }>> {
      const key = attemptKeyOf(order.reference);
      const body = boletoBody(order, { key, dueOn: order.dueOn });
      const payment = await issue(order, body, signal);
      if ('kind' in payment) return payment;
      const { transaction_details: details, barcode } = payment;
      const digits = details?.barcode?.content ?? barcode?.content ?? '';
      if (!/^\d{44}$/.test(digits)) throw new Error('Mercado Pago gave no barcode');
      return { kind: 'issued', externalId: `${payment.id}`, barcode: digits };
    },

    openConsent: () => Promise.reject(new Error('Mercado Pago has no open finance')),

    async findPayment(named, signal) {
      const payment = await seller.find(named, signal);
      return payment === null ? { kind: 'not_found' } : tell(payment);
    },

    async cancelPayment({ reference }, signal) {
      const key = attemptKeyOf(reference);
      const before = await seller.find({ reference }, signal);
      if (before === null) return { kind: 'not_found' };
      if (tell(before).kind !== 'open') return tell(before);
      const answer = await seller.cancel(`${before.id}`, `${key}-cancel`, signal);
      if (answer.kind === 'answered') return tell(readPayment(answer, key));
      // A payer may have been faster, and a lost answer tells nothing: Mercado Pago is asked.
      const after = await seller.find({ reference }, signal);
      return after === null ? { kind: 'not_found' } : tell(after);
    },

    capabilities: { refund: ['PIX'] },
    terms: {
      pixSeconds: { min: LEAST_PIX_MS / 1000, max: 24 * 60 * 60 },
      boletoDays: 30,
      // Decision: it makes no boleto without the payer's neighborhood, and none is made up.
      boletoFields: ['customer.address.neighborhood'],
    },
    ...refunds,
  };
}

/** What was given back or is disputed was paid. A status that nobody knows is not decided. */
function tell(payment: ToldPayment): KnownPayment {
  switch (payment.status) {
    case 'approved':
    case 'refunded':
    case 'charged_back':
      return {
        kind: 'paid',
        amount: toCentavos(payment.transaction_amount),
        ...takenBackOf(payment),
      };
    case 'cancelled':
    case 'rejected':
      return { kind: 'refused' };
    default:
      return { kind: 'open' };
  }
}
