import { z } from 'zod';

/**
 * What is asked of a sale here, sized by the manual's tables (sections "Cartões de crédito e
 * débito", "Autenticação 3DS", "Card On File"); source in `profiles.ts`.
 */

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const guid = z.string().regex(GUID);

function text(max: number) {
  return z.optional(z.string().max(max));
}

const address = z.object({
  Street: text(255),
  Number: text(15),
  ZipCode: text(9),
  City: text(50),
  State: text(2),
  Country: text(35),
  District: text(50),
});

const customer = z.object({
  Name: text(255),
  Identity: text(14),
  IdentityType: z.optional(z.enum(['CPF', 'CNPJ'])),
  Email: text(255),
  Address: z.optional(address),
});

const brand = z.enum([
  'Visa',
  'Master',
  'Amex',
  'Elo',
  'Aura',
  'JCB',
  'Diners',
  'Discover',
  'Hiper',
  'Hipercard',
]);
const expirationDate = z.string().regex(/^(0[1-9]|1[0-2])\/20\d{2}$/);

const cardOnFile = z
  .object({
    Usage: z.enum(['First', 'Used']),
    Reason: z.optional(z.enum(['Recurring', 'Unscheduled', 'Installments'])),
  })
  .refine(({ Usage, Reason }) => Usage === 'First' || Reason !== undefined, {
    error: 'is needed for a card that is used again',
    path: ['Reason'],
  });

const givenCard = z.object({
  CardNumber: z.string().regex(/^\d{13,19}$/),
  Holder: z.string().min(1).max(25),
  ExpirationDate: expirationDate,
  SecurityCode: z.optional(z.string().regex(/^\d{3,4}$/)),
  Brand: brand,
  CardOnFile: z.optional(cardOnFile),
});

const storedCard = z.object({
  CardToken: guid,
  SecurityCode: z.optional(z.string().regex(/^\d{3,4}$/)),
  Brand: brand,
  CardOnFile: z.optional(cardOnFile),
});

const externalAuthentication = z.object({
  // 20 bytes.
  Cavv: z.string().regex(/^[A-Za-z0-9+/]{27}=$/),
  Eci: z.string().regex(/^\d{1,2}$/),
  Version: z.literal('2'),
  ReferenceId: guid,
  Xid: z.optional(z.string().max(40)),
  DataOnly: z.optional(z.literal(true)),
});

const fingerprint = z.optional(z.string().regex(/^[A-Za-z0-9_-]{1,88}$/));

/** Section "Análise de fraude", as far as Cybersource asks for it. */
const fraudAnalysis = z.object({
  Provider: z.literal('Cybersource'),
  Sequence: z.literal('AnalyseFirst'),
  SequenceCriteria: z.literal('OnSuccess'),
  CaptureOnLowRisk: z.optional(z.boolean()),
  VoidOnHighRisk: z.optional(z.boolean()),
  TotalOrderAmount: z.int().min(1),
  FingerPrintId: fingerprint,
  Browser: z.object({
    BrowserFingerprint: fingerprint,
    Email: z.optional(z.string().max(100)),
    IpAddress: z.ipv4(),
  }),
  Cart: z.object({
    Items: z
      .array(
        z.object({
          Name: z.string().min(1).max(255),
          Quantity: z.int().min(1),
          Sku: z.string().min(1).max(255),
          UnitPrice: z.int().min(0),
        }),
      )
      .min(1),
  }),
});

/** An accent counts twice, and none may begin with a space. */
function ofBytes(max: number) {
  return z.string().refine((text) => /^\S/.test(text) && Buffer.byteLength(text) <= max);
}

/**
 * Section "Facilitadores de Pagamento"; `CompanyName` and `EstablishmentUrl` are needed since
 * 2025-04-11: docs.cielo.com.br/ecommerce-cielo-en, "payment-facilitators", read 2026-11-28.
 */
const paymentFacilitator = z.object({
  EstablishmentCode: z.string().regex(/^\d{1,11}$/),
  SubEstablishment: z.object({
    EstablishmentCode: ofBytes(15),
    Identity: z.string().regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/),
    CompanyName: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ]{0,39}$/),
    Mcc: z.string().regex(/^\d{4}$/),
    Address: ofBytes(22),
    City: ofBytes(13),
    State: z.string().regex(/^[A-Z]{2}$/),
    CountryCode: z.string().regex(/^\d{3}$/),
    PostalCode: z.string().regex(/^\d{8}$/),
    PhoneNumber: z.string().regex(/^\d{10,13}$/),
    EstablishmentUrl: z.string().regex(/^\S+\.\S+$/),
  }),
});

function paymentBy<Card extends z.ZodType>(card: Card) {
  return z.object({
    Type: z.literal('CreditCard'),
    Amount: z.int().min(1).max(999_999_999_999_999),
    Currency: z.optional(z.literal('BRL')),
    Country: z.optional(z.literal('BRA')),
    Provider: text(15),
    SoftDescriptor: z.optional(z.string().regex(/^[A-Za-z0-9 ]{1,13}$/)),
    PaymentFacilitator: z.optional(paymentFacilitator),
    Installments: z.int().min(1).max(12),
    Interest: z.literal('ByMerchant'),
    Capture: z.literal(true),
    Authenticate: z.optional(z.boolean()),
    // Of a charge before this one by the same card, from "Identificadores da bandeira".
    IssuerTransactionId: z.optional(z.string().regex(/^[A-Za-z0-9]{1,64}$/)),
    CreditCard: card,
    ExternalAuthentication: z.optional(externalAuthentication),
    FraudAnalysis: z.optional(fraudAnalysis),
    InitiatedTransactionIndicator: z.optional(
      z.object({ Category: z.enum(['C1', 'M1']), Subcategory: z.literal('CredentialsOnFile') }),
    ),
  });
}

const order = {
  MerchantOrderId: z.string().regex(/^[A-Za-z0-9]{1,50}$/),
  Customer: z.optional(customer),
};

export const saleByGivenCard = z.object({ ...order, Payment: paymentBy(givenCard) });
export const saleByStoredCard = z.object({ ...order, Payment: paymentBy(storedCard) });

export const cardFields = z.object({
  CustomerName: z.string().min(1).max(255),
  CardNumber: z.string().regex(/^\d{13,16}$/),
  Holder: z.string().min(1).max(25),
  ExpirationDate: expirationDate,
  Brand: brand,
});

export type SaleFields = z.output<typeof saleByGivenCard> | z.output<typeof saleByStoredCard>;
export type CardFields = z.output<typeof cardFields>;

export function isGuid(value: string): boolean {
  return GUID.test(value);
}
