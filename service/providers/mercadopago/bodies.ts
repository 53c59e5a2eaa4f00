import type { CardBrand } from '../../../contract/card/card-brand.ts';
import type { Address } from '../../../contract/payments/customer.ts';
import { bankDayFrom } from '../../base/shared/sao-paulo-days.ts';
import type { ChargeRequest, OrderFacts, PaymentOrder, SubMerchant } from '../acquirer.ts';
import { toReais } from './amount.ts';

/** What we send to Mercado Pago. A test holds these to the types of its official SDK. */

/** Mercado Pago's words for the brands it takes in Brazil. Source: its guides, "Payment methods". */
const METHOD_OF: { readonly [brand in CardBrand]?: string } = {
  visa: 'visa',
  mastercard: 'master',
  elo: 'elo',
  amex: 'amex',
  hipercard: 'hipercard',
};

export type CardToTokenize = {
  card: Extract<ChargeRequest['card'], { kind: 'card' }>;
  cvv: string | undefined;
  /** Of the payer, where the page did not ask for the cardholder's own. */
  payerDocument: string;
};

export function cardTokenBody({ card, cvv, payerDocument }: CardToTokenize) {
  const { number, holderName, expirationMonth, expirationYear } = card.card;
  return {
    card_number: number,
    ...(cvv === undefined ? {} : { security_code: cvv }),
    expiration_month: expirationMonth,
    expiration_year: expirationYear,
    cardholder: {
      name: holderName,
      identification: identificationOf(card.holderDocument ?? payerDocument),
    },
  };
}

export function cardPaymentBody(
  request: ChargeRequest,
  {
    key,
    token,
    asksBuyer,
    tellsSeller,
  }: { key: string; token: string; asksBuyer: boolean; tellsSeller: boolean },
) {
  const { amount, installments, authentication, brand, softDescriptor, subMerchant } = request;
  // Decision: what its list has no word for, Mercado Pago tells by the number behind the token. Some
  // of Brazil's Mastercards have numbers of Maestro's, so our word for the brand would be wrong.
  const method = METHOD_OF[brand];
  return {
    ...orderBody(request, { key, amount }),
    token,
    installments,
    ...(method === undefined ? {} : { payment_method_id: method }),
    capture: true,
    // Decided at once or in a while: a review of minutes is better than a refusal.
    binary_mode: false,
    three_d_secure_mode: asksBuyer ? 'optional' : 'not_supported',
    additional_info: additionalInfo(request),
    ...(softDescriptor === undefined ? {} : { statement_descriptor: softDescriptor }),
    ...(tellsSeller && subMerchant !== undefined
      ? { forward_data: { sub_merchant: subMerchantBody(subMerchant) } }
      : {}),
    ...(authentication?.kind === 'cryptogram' ? { payment_method: proofBody(authentication) } : {}),
  };
}

/**
 * Decision: a company's id is its CNPJ there too; a house without a number has 0, since Mercado Pago
 * takes nothing but a number.
 */
function subMerchantBody({ number, state, document, ...seller }: SubMerchant) {
  return {
    sub_merchant_id: document,
    mcc: seller.mcc,
    country: 'BRA',
    address_door_number: Number(/\d{1,9}/.exec(number.replace('.', ''))?.[0] ?? 0),
    zip: seller.zipCode,
    document_number: document,
    document_type: 'CNPJ',
    city: seller.city,
    address_street: seller.street,
    legal_name: seller.name,
    region_code_iso: `BR-${state}`,
    region_code: 'BR',
    phone: seller.phone,
    url: seller.url,
  };
}

function proofBody(proof: Extract<ChargeRequest['authentication'], { kind: 'cryptogram' }>) {
  const authentication = {
    cryptogram: proof.cavv,
    eci: proof.eci,
    ds_trans_id: proof.dsTransactionId,
    three_ds_version: proof.version,
  };
  return { type: 'credit_card', data: { authentication } };
}

export function pixBody(order: PaymentOrder, { key, expiresAt }: { key: string; expiresAt: Date }) {
  return {
    ...orderBody(order, { key, amount: order.amount }),
    payment_method_id: 'pix',
    date_of_expiration: toMoment(expiresAt),
  };
}

/**
 * Decision: what is due on a day on which banks do not work ends there with the next one on which
 * they do, since Mercado Pago gives back what is paid after that moment.
 */
export function boletoBody(order: PaymentOrder, { key, dueOn }: { key: string; dueOn: string }) {
  return {
    ...orderBody(order, { key, amount: order.amount }),
    payment_method_id: 'bolbradesco',
    date_of_expiration: `${bankDayFrom(dueOn)}T23:59:59.000-03:00`,
  };
}

export function refundBody(amount: number) {
  return { amount: toReais(amount) };
}

export const CANCELLATION = { status: 'cancelled' };

function orderBody(order: OrderFacts, { key, amount }: { key: string; amount: number }) {
  const { payer, merchantName } = order;
  return {
    transaction_amount: toReais(amount),
    external_reference: key,
    description: merchantName,
    payer: {
      email: payer.email,
      ...namesOf(payer.name),
      identification: identificationOf(payer.document),
      ...(payer.address === undefined ? {} : { address: addressBody(payer.address) }),
    },
  };
}

function additionalInfo({ payer, payerIp, items }: OrderFacts) {
  const [, areaCode = '', number = ''] = /^55(\d{2})(\d{8,9})$/.exec(payer.phone) ?? [];
  const { address } = payer;
  return {
    ip_address: payerIp,
    items: items.map(({ title, quantity, unitPrice }, at) => ({
      id: `${at + 1}`,
      title,
      quantity,
      unit_price: toReais(unitPrice),
    })),
    payer: {
      ...namesOf(payer.name),
      phone: { area_code: areaCode, number },
      ...(address === undefined ? {} : { address: streetBody(address) }),
    },
  };
}

function addressBody(address: Address) {
  const { city, state, neighborhood } = address;
  return {
    ...streetBody(address),
    ...(neighborhood === undefined ? {} : { neighborhood }),
    city,
    federal_unit: state,
  };
}

function streetBody({ street, number, zipCode }: Address) {
  return { zip_code: zipCode, street_name: street, street_number: number };
}

/** The first word, and the rest; a name of one word stands in both. */
function namesOf(name: string) {
  const [first = name, ...rest] = name.trim().split(/\s+/);
  return { first_name: first, last_name: rest.length === 0 ? first : rest.join(' ') };
}

function identificationOf(document: string) {
  return { type: document.length === 11 ? 'CPF' : 'CNPJ', number: document };
}

/** `2026-11-23T12:30:00.000+00:00`: a `Z` is not in the form that its reference names. */
function toMoment(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00');
}
