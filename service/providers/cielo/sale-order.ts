import type { CardBrand } from '../../../contract/card/card-brand.ts';
import type {
  AuthenticationProof,
  ChargeRequest,
  StoredCredential,
  SubMerchant,
} from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import type { toFraudAnalysis } from './antifraud.ts';
import { isGuid } from './fields.ts';

const BRANDS: { readonly [brand in CardBrand]?: string } = {
  visa: 'Visa',
  mastercard: 'Master',
  elo: 'Elo',
  amex: 'Amex',
  hipercard: 'Hipercard',
  hiper: 'Hiper',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
};

const MAX = { holder: 25, descriptor: 13, name: 255, street: 255, number: 15, part: 50 } as const;

/** As the acquirer names a brand; null for one that it does not take. */
export function brandOf(brand: CardBrand): string | null {
  return BRANDS[brand] ?? null;
}

/** Whom the statement names: letters and digits alone. */
function softDescriptorOf(merchantName: string): string {
  return plain(merchantName)
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, MAX.descriptor);
}

/** As embossed: no accents, and nothing but letters, digits, dots and spaces. */
export function holderOf(holderName: string): string {
  return wordsOf(holderName, MAX.holder, /[^A-Za-z0-9.]+/g) || 'CLIENTE';
}

export function expirationOf(card: { expirationMonth: string; expirationYear: string }): string {
  return `${card.expirationMonth}/${card.expirationYear}`;
}

/** By brand, as its network knows the payment facilitator; one without a code has 0. */
export type FacilitatorCodes = { readonly [brand in CardBrand]?: string };

type SaleMade = {
  brand: string;
  paymentProvider: string | null;
  facilitatorCodes: FacilitatorCodes | null;
  fraudAnalysis: ReturnType<typeof toFraudAnalysis>;
};

/** Throws, before anything has left, where the acquirer cannot read the proof of 3-D Secure. */
export function toSaleOrder(
  request: ChargeRequest,
  { brand, paymentProvider, facilitatorCodes, fraudAnalysis }: SaleMade,
) {
  const { reference, amount, installments, authentication, subMerchant } = request;
  const descriptor = request.softDescriptor ?? softDescriptorOf(request.merchantName);
  const kept = keptForLater(request);
  return {
    MerchantOrderId: attemptKeyOf(reference),
    Customer: toCustomer(request),
    Payment: {
      Type: 'CreditCard',
      Amount: amount,
      Currency: 'BRL',
      Country: 'BRA',
      Installments: installments,
      // What buyers pay for instalments is in the amount already.
      Interest: 'ByMerchant',
      Capture: true,
      ...(descriptor === '' ? {} : { SoftDescriptor: descriptor }),
      ...(paymentProvider === null ? {} : { Provider: paymentProvider }),
      ...(facilitatorCodes === null || subMerchant === undefined
        ? {}
        : {
            PaymentFacilitator: {
              EstablishmentCode: facilitatorCodes[request.brand] ?? '0',
              SubEstablishment: toSubEstablishment(subMerchant),
            },
          }),
      CreditCard: { ...toCard(request, brand), ...(kept === null ? {} : toCardOnFile(kept)) },
      ...(kept === null ? {} : toInitiator(kept, request.brand)),
      ...(authentication === undefined ? {} : toAuthentication(authentication)),
      ...(fraudAnalysis === null ? {} : { FraudAnalysis: fraudAnalysis }),
    },
  };
}

/**
 * Without accents, which count twice there. Decision: a company's code is its CNPJ, since ids of ours
 * may be longer than 15. Source: the manual, "Facilitadores de Pagamento"; what is needed since
 * 2025-04-11: docs.cielo.com.br/ecommerce-cielo-en, "payment-facilitators"; read 2026-11-28.
 */
function toSubEstablishment({ street, number, ...seller }: SubMerchant) {
  return {
    EstablishmentCode: seller.document,
    Identity: seller.document,
    CompanyName: wordsOf(seller.name, 40),
    Mcc: seller.mcc,
    Address: addressOf(street, number),
    City: wordsOf(seller.city, 13),
    State: seller.state,
    CountryCode: '076',
    PostalCode: seller.zipCode,
    PhoneNumber: seller.phone.slice(2),
    EstablishmentUrl: seller.url,
  };
}

function addressOf(street: string, number: string): string {
  const end = `, ${wordsOf(number.replace('.', ''), 8)}`;
  return `${wordsOf(street, 22 - end.length)}${end}`;
}

function wordsOf(text: string, max: number, others = /[^A-Za-z0-9]+/g): string {
  return plain(text).replace(others, ' ').trim().slice(0, max).trim();
}

/** A card that lies in the acquirer's vault is one that is kept, also for a single charge. */
function keptForLater({ card, storedCredential }: ChargeRequest): StoredCredential | null {
  if (storedCredential !== undefined) return storedCredential;
  if (card.kind !== 'stored') return null;
  return { initiator: 'buyer', isFirst: true, networkTransactionId: null };
}

function toCardOnFile({ isFirst }: StoredCredential) {
  return { CardOnFile: { Usage: isFirst ? 'First' : 'Used', Reason: 'Unscheduled' } };
}

/** Source: the manual, "Card On File" (Mastercard alone), "Identificadores da bandeira". */
function toInitiator({ initiator, networkTransactionId }: StoredCredential, brand: CardBrand) {
  const Category = initiator === 'buyer' ? 'C1' : 'M1';
  const indicator = { Category, Subcategory: 'CredentialsOnFile' };
  return {
    ...(brand === 'mastercard' ? { InitiatedTransactionIndicator: indicator } : {}),
    ...(networkTransactionId === null ? {} : { IssuerTransactionId: networkTransactionId }),
  };
}

function toCard({ card, cvv }: ChargeRequest, brand: string) {
  const code = cvv === undefined ? {} : { SecurityCode: cvv };
  if (card.kind === 'stored') {
    return { CardToken: card.cardReference, ...code, Brand: brand };
  }
  return {
    CardNumber: card.card.number,
    Holder: holderOf(card.card.holderName),
    ExpirationDate: expirationOf(card.card),
    ...code,
    Brand: brand,
  };
}

function toCustomer({ payer }: ChargeRequest) {
  const { name, document, email, address } = payer;
  return {
    Name: name.slice(0, MAX.name),
    Identity: document,
    IdentityType: document.length === 11 ? 'CPF' : 'CNPJ',
    Email: email.slice(0, MAX.name),
    ...(address === undefined
      ? {}
      : {
          Address: {
            Street: address.street.slice(0, MAX.street),
            Number: address.number.slice(0, MAX.number),
            ZipCode: address.zipCode,
            City: address.city.slice(0, MAX.part),
            State: address.state,
            Country: 'BRA',
            ...(address.neighborhood === undefined
              ? {}
              : { District: address.neighborhood.slice(0, MAX.part) }),
          },
        }),
  };
}

/** By its ECI nobody was authenticated: the network was told of the purchase, and no more. */
const DATA_ONLY = ['04', '07'];

/** Source of data only: docs.cielo.com.br, "Data Only authenticated payment", read 2026-11-28. */
function toAuthentication(proof: AuthenticationProof) {
  const external = toProof(proof);
  return DATA_ONLY.includes(external.Eci)
    ? { Authenticate: false, ExternalAuthentication: { ...external, DataOnly: true } }
    : { Authenticate: true, ExternalAuthentication: external };
}

/**
 * Decision: the directory server's id stands for the `ReferenceId`, as in the script of Cielo's own
 * authentication: of one made elsewhere it is the only GUID that the network knows.
 */
function toProof(proof: AuthenticationProof) {
  if (proof.kind !== 'cryptogram') {
    throw new Error(`an authentication by ${proof.provider} cannot be shown to this acquirer`);
  }
  const { eci, cavv, dsTransactionId, version, xid } = proof;
  if (!version.startsWith('2.') || !isGuid(dsTransactionId)) {
    throw new Error('an authentication of another version than 2 cannot be shown to this acquirer');
  }
  const named = xid === undefined ? {} : { Xid: xid };
  return { Cavv: cavv, Eci: eci, Version: '2', ReferenceId: dsTransactionId, ...named };
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
