import { writeBoleto } from '../formats/boleto.ts';
import { writeKeyCode } from '../formats/br-code.ts';
import { instant } from '../server/harness.ts';
import type { PaymentFields } from './fields.ts';
import type { Payment, Refund } from './payment.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A payment as Mercado Pago tells of it; `acs` is the origin of the card's bank. */
export function tell(payment: Payment, acs: string) {
  const { id, fields, status, detail, card, creq, createdAt, refunds } = payment;
  const done = refunds.filter((one) => one.status === 'approved');
  return {
    id,
    date_created: instant(createdAt),
    status,
    status_detail: detail,
    payment_method_id: fields.payment_method_id,
    payment_type_id: typeOf(fields),
    transaction_amount: payment.centavos / 100,
    transaction_amount_refunded: done.reduce((sum, { centavos }) => sum + centavos, 0) / 100,
    installments: fields.installments ?? 1,
    external_reference: fields.external_reference ?? null,
    captured: status !== 'authorized',
    payer: { email: fields.payer.email },
    card: card === null ? {} : tellCard(card),
    ...(creq !== null ? { three_ds_info: tellChallenge(acs, id, creq) } : {}),
    ...(fields.payment_method_id === 'pix' ? { point_of_interaction: tellPix(payment) } : {}),
    ...(fields.payment_method_id === 'bolbradesco'
      ? { transaction_details: tellBoleto(payment) }
      : {}),
    refunds: refunds.map((one) => tellRefund(payment, one)),
  };
}

function typeOf({ payment_method_id: method }: PaymentFields): string {
  if (method === 'pix') return 'bank_transfer';
  return method === 'bolbradesco' ? 'ticket' : 'credit_card';
}

/** Due on the day that its time ends; in three days where none was asked for. */
function tellBoleto({ id, centavos, fields, createdAt }: Payment) {
  const until = fields.date_of_expiration ?? new Date(createdAt + 3 * DAY_MS).toISOString();
  const free = `${id}`.padStart(25, '0');
  const { barcode, line } = writeBoleto({
    bank: '237',
    free,
    dueDate: until.slice(0, 10),
    centavos,
  });
  return { barcode: { content: barcode }, digitable_line: line };
}

function tellCard({ firstSix, lastFour, holder }: NonNullable<Payment['card']>) {
  return { first_six_digits: firstSix, last_four_digits: lastFour, cardholder: { name: holder } };
}

function tellChallenge(acs: string, id: number, creq: string) {
  return { external_resource_url: `${acs}/challenges/${id}`, creq };
}

function tellPix({ id, centavos }: Payment) {
  const transaction_data = {
    qr_code: writeKeyCode({
      key: 'b6295ee1-f054-47d1-9e90-ee57b74f60d9',
      amount: (centavos / 100).toFixed(2),
      txid: `mpqrinter${id}`,
      merchantName: 'LOJA DE TESTE',
      merchantCity: 'SAO PAULO',
    }),
  };
  return { type: 'OPENPLATFORM', transaction_data };
}

export function tellRefund(payment: Payment, { id, centavos, status, createdAt }: Refund) {
  const facts = { payment_id: payment.id, amount: centavos / 100, status };
  return { id, ...facts, date_created: instant(createdAt) };
}

/** Source: its guides, "Manage chargebacks", read 2026-11-26. */
export function tellChargeback({ id, centavos, documentsUntil: until }: Payment) {
  return {
    id: `234${id}`,
    payments: [id],
    currency: 'BRL',
    amount: centavos / 100,
    documentation_required: until !== null,
    date_documentation_deadline: until === null ? null : instant(until),
  };
}
