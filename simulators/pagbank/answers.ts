import { writeDynamicCode } from '../formats/br-code.ts';
import { localTime } from '../server/harness.ts';
import type { Charge, Order } from './account.ts';

export function tellOrder({ id, fields, createdAt, code, charge }: Order) {
  const { reference_id, customer, items, shipping, qr_codes, notification_urls = [] } = fields;
  return {
    id,
    ...(reference_id === undefined ? {} : { reference_id }),
    created_at: brazilianTime(createdAt),
    customer,
    items,
    ...(shipping ? { shipping } : {}),
    ...(code ? { qr_codes: [tellCode(code, qr_codes?.[0]?.amount.value ?? 0)] } : {}),
    ...(charge ? { charges: [tellCharge(charge)] } : {}),
    notification_urls,
  };
}

export function tellCharge(charge: Charge) {
  const { id, fields, status, centavos, paid, refunded, createdAt, paidAt } = charge;
  const { outcome, nsu, card } = charge;
  const isAnswered = status !== 'WAITING' && status !== 'IN_ANALYSIS';
  return {
    id,
    ...(fields?.reference_id === undefined ? {} : { reference_id: fields.reference_id }),
    status,
    created_at: brazilianTime(createdAt),
    ...(paidAt === null ? {} : { paid_at: brazilianTime(paidAt) }),
    ...(fields?.description === undefined ? {} : { description: fields.description }),
    amount: { value: centavos, currency: 'BRL', summary: { total: centavos, paid, refunded } },
    payment_response: {
      code: outcome.code,
      message: outcome.message,
      ...(isAnswered && card ? { reference: nsu, raw_data: tellNetwork(charge) } : {}),
    },
    payment_method: tellMethod(charge),
  };
}

function tellNetwork({ outcome, nsu }: Charge) {
  const { reasonCode, merchantAdviceCode } = outcome;
  return {
    nsu,
    reason_code: reasonCode,
    ...(merchantAdviceCode === undefined ? {} : { merchant_advice_code: merchantAdviceCode }),
  };
}

function tellMethod({ fields, card, boleto, endToEndId, authentication }: Charge) {
  const method = fields?.payment_method;
  if (method === undefined) return { type: 'PIX', pix: { end_to_end_id: endToEndId } };
  if (method.type === 'BOLETO') {
    const { line, formatted, id } = boleto ?? { line: '', formatted: '', id: '' };
    return {
      type: method.type,
      boleto: { id, barcode: line, formatted_barcode: formatted, ...method.boleto },
    };
  }
  return {
    type: method.type,
    installments: method.installments,
    capture: method.capture,
    ...(method.soft_descriptor === undefined ? {} : { soft_descriptor: method.soft_descriptor }),
    ...(card
      ? {
          card: {
            ...(card.id === null ? {} : { id: card.id }),
            brand: brandOf(card.number),
            first_digits: card.number.slice(0, 6),
            last_digits: card.number.slice(-4),
            exp_month: card.month,
            exp_year: card.year,
            holder: { name: card.holder },
            store: false,
          },
        }
      : {}),
    ...(authentication
      ? { authentication_method: { ...authentication.fields, status: authentication.status } }
      : {}),
  };
}

function tellCode({ id, expiresAt }: NonNullable<Order['code']>, value: number) {
  return {
    id,
    expiration_date: brazilianTime(expiresAt),
    amount: { value },
    text: writeDynamicCode({
      location: `api-h.pagseguro.com/pix/v2/${id.slice(5)}`,
      merchantName: 'LOJA DE TESTE',
      merchantCity: 'SAO PAULO',
    }),
  };
}

function brandOf(number: string): string {
  if (/^4(38935|011|576)/.test(number)) return 'elo';
  if (number.startsWith('4')) return 'visa';
  if (/^3[47]/.test(number)) return 'amex';
  return 'mastercard';
}

function brazilianTime(epochMs: number): string {
  return `${localTime(epochMs).replace(' ', 'T')}.000-03:00`;
}
