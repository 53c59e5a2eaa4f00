import { readBoletoBarcode, toBarcode } from '../../base/formats/boleto-line.ts';
import { asksExactly, readBrCode } from '../../base/formats/br-code.ts';
import type { KnownPayment, PaymentIssuer, PaymentOrder } from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type { RefusedData } from '../refused-data.ts';
import type { PagBankApi } from './api.ts';
import { readOrder } from './api.ts';
import type { Charge, Order } from './fields.ts';
import { errorsOf, refusedDataOf, takenBackOf } from './fields.ts';
import { toBrazilianTime, toCustomer, toDescription, toOrder } from './order.ts';

/**
 * PIX and boleto at PagBank. A boleto is a charge and is found by our key. A PIX is an order with a
 * code, whose charge comes once it is paid and does not have our key: it is found by PagBank's id.
 */
export function createPagBankPayments(
  api: PagBankApi,
  noticesAddress: string | null,
): PaymentIssuer {
  /** The order at PagBank, or why it surely made none. A lost answer is no order of anybody's. */
  async function open(
    order: PaymentOrder,
    what: object,
    signal: AbortSignal,
  ): Promise<Order | RefusedData | { kind: 'unavailable' }> {
    const key = attemptKeyOf(order.reference);
    await api.wake(key, signal);
    const body = { ...toOrder(order, { key, noticesAddress }), ...what };
    const answer = await api.postOrder('issue', { key, body }, signal);
    if (isTurnedAway(answer)) return { kind: 'unavailable' };
    const errors = answer.kind === 'rejected' ? errorsOf(answer.body) : null;
    if (errors !== null) return refusedDataOf(errors) ?? { kind: 'unavailable' };
    return readOrder(answer, key);
  }

  return {
    capabilities: { refund: ['PIX'] },

    async issuePix(order, signal) {
      const { amount, expiresAt } = order;
      const code = { amount: { value: amount }, expiration_date: toBrazilianTime(expiresAt) };
      const made = await open(order, { qr_codes: [code] }, signal);
      if ('kind' in made) return made;
      const [given] = made.qr_codes ?? [];
      if (given?.amount.value !== amount) throw new Error('PagBank asks for another amount');
      const { id, text: copyAndPaste } = given;
      const location = locationOf(copyAndPaste, id);
      if (!asksExactly(copyAndPaste, { amount, location })) {
        throw new Error('the code does not ask for the order');
      }
      const issued = { kind: 'issued', externalId: made.id, copyAndPaste } as const;
      return location === null ? issued : { ...issued, location };
    },

    async issueBoleto(order, signal) {
      const { amount, payer, dueOn, orderReference, reference, expiresAt } = order;
      const { name, email, tax_id } = toCustomer(payer);
      const boleto = {
        due_date: dueOn,
        instruction_lines: {
          line_1: 'Pagar até o vencimento',
          line_2: 'Não receber após o vencimento',
        },
        holder: { name, email, tax_id, address: toAddress(payer) },
      };
      const charge = {
        reference_id: attemptKeyOf(reference),
        description: toDescription(orderReference),
        amount: { value: amount, currency: 'BRL' },
        payment_method: { type: 'BOLETO', boleto },
      };
      const made = await open(order, { charges: [charge] }, signal);
      if ('kind' in made) return made;
      const [given] = made.charges ?? [];
      const barcode = barcodeOf(given);
      const read = barcode === null ? null : readBoletoBarcode(barcode, expiresAt);
      if (given === undefined || barcode === null || read?.amount !== amount) {
        throw new Error('PagBank gave no boleto of the order');
      }
      return { kind: 'issued', externalId: given.id, barcode };
    },

    openConsent: () => Promise.reject(new Error('PagBank has no open finance')),

    async findPayment({ reference, externalId = null }, signal) {
      const key = attemptKeyOf(reference);
      if (externalId === null || !isOrderId(externalId)) {
        return tell(await api.findCharge(key, signal));
      }
      const order = await api.findOrder(externalId, key, signal);
      return order === null ? { kind: 'not_found' } : tellOfCode(order);
    },
  };
}

/** Of a payment by PIX, PagBank's own id is that of the order; of all others that of the charge. */
export function isOrderId(externalId: string): boolean {
  return externalId.startsWith('ORDE_');
}

/** The charge by which somebody has paid the code of an order; null while nobody has. */
export function paidChargeOf({ charges = [] }: Order): Charge | null {
  return charges.find(isPaid) ?? null;
}

/** Also what was paid and has been given back since. */
function isPaid({ status, amount }: Charge): boolean {
  return status === 'PAID' || (status === 'CANCELED' && (amount.summary?.paid ?? 0) > 0);
}

/** A try to pay that failed leaves the code as it was. */
function tellOfCode(order: Order): KnownPayment {
  const paid = paidChargeOf(order);
  return paid === null ? { kind: 'open' } : tell(paid);
}

function tell(charge: Charge | null): KnownPayment {
  if (charge === null) return { kind: 'not_found' };
  if (isPaid(charge)) {
    // Of a PIX the charge itself is what somebody has paid.
    const amount = charge.amount.summary?.paid ?? charge.amount.value;
    const endToEndId = charge.payment_method.pix?.end_to_end_id;
    return {
      kind: 'paid',
      amount,
      ...(typeof endToEndId === 'string' ? { endToEndId } : {}),
      ...takenBackOf(charge),
    };
  }
  const isOver = charge.status === 'CANCELED' || charge.status === 'DECLINED';
  return { kind: isOver ? 'refused' : 'open' };
}

/**
 * Where a code without an amount has it asked for. Decision: PagBank tells no address beside the
 * code, so one counts that names the very code whose amount PagBank has told.
 */
function locationOf(code: string, codeId: string): string | null {
  const location = readBrCode(code)?.location ?? null;
  const id = codeId.slice(codeId.indexOf('_') + 1);
  const [host = '', ...path] = (location ?? '').toLowerCase().split('/');
  const isPagBanks = host.endsWith('.pagseguro.com') || host.endsWith('.pagbank.com.br');
  return isPagBanks && path.at(-1) === id.toLowerCase() ? location : null;
}

function barcodeOf(charge: Charge | undefined): string | null {
  const { barcode, formatted_barcode: formatted } = charge?.payment_method.boleto ?? {};
  const digits = (barcode ?? formatted ?? '').replace(/\D/g, '');
  return digits.length === 44 ? digits : toBarcode(digits);
}

function toAddress({ address }: PaymentOrder['payer']) {
  if (address === undefined) throw new Error('a boleto needs the address of who pays');
  const { street, number, complement, neighborhood, city, state, zipCode } = address;
  return {
    street: street.slice(0, 160),
    number,
    ...(complement === undefined ? {} : { complement: complement.slice(0, 40) }),
    // PagBank demands one, and small towns have none.
    locality: (neighborhood ?? 'Centro').slice(0, 60),
    city: city.slice(0, 90),
    region_code: state,
    country: 'BRA',
    postal_code: zipCode,
  };
}
