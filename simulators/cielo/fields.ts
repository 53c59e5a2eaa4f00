import { z } from 'zod';

/**
 * What a sale may hold, with the sizes of the manual's tables (sections "Cartões de crédito e
 * débito", "Autenticação 3DS", "Card On File"); source in `profiles.ts`.
 */

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const guid = z.string().regex(GUID);

/** The manual's examples write some of these as texts. */
const flag = z.union([z.boolean(), z.enum(['true', 'false'])]);

function text(max: number) {
  return z.optional(z.string().max(max));
}

const address = z.object({
  Street: text(255),
  Number: text(15),
  Complement: text(50),
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
  Birthdate: z.optional(z.string().regex(/^\d{4}-\d{2}-\d{2}$/)),
  Address: z.optional(address),
  DeliveryAddress: z.optional(address),
  Billing: z.optional(
    z.object({
      Street: text(24),
      Number: text(5),
      Complement: text(14),
      Neighborhood: text(15),
      City: text(20),
      State: text(2),
      Country: text(2),
      ZipCode: text(9),
    }),
  ),
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
  SaveCard: z.optional(flag),
  CardOnFile: z.optional(cardOnFile),
});

const storedCard = z.object({
  CardToken: guid,
  SecurityCode: z.optional(z.string().regex(/^\d{3,4}$/)),
  Brand: brand,
  CardOnFile: z.optional(cardOnFile),
});

const externalAuthentication = z
  .object({
    // 20 bytes.
    Cavv: z.optional(z.string().regex(/^[A-Za-z0-9+/]{27}=$/)),
    Xid: z.optional(z.string().regex(/^[A-Za-z0-9+/]{27}=$/)),
    Eci: z.union([z.string().regex(/^\d{1,2}$/), z.int().min(0).max(7)]),
    Version: z.optional(z.union([z.literal('2'), z.literal(2)])),
    ReferenceId: guid,
    DataOnly: z.optional(flag),
  })
  .refine(({ Cavv, DataOnly }) => Cavv !== undefined || `${DataOnly}` === 'true', {
    error: 'is needed unless it is data only',
    path: ['Cavv'],
  });

const fingerprint = z.optional(z.string().regex(/^[A-Za-z0-9_-]{1,88}$/));

/** Section "Análise de fraude", as far as Cybersource asks for it. */
const fraudAnalysis = z.object({
  Provider: z.literal('Cybersource'),
  Sequence: z.enum(['AnalyseFirst', 'AuthorizeFirst']),
  SequenceCriteria: z.enum(['OnSuccess', 'Always']),
  CaptureOnLowRisk: z.optional(z.boolean()),
  VoidOnHighRisk: z.optional(z.boolean()),
  TotalOrderAmount: z.int().min(1),
  FingerPrintId: fingerprint,
  Browser: z.object({
    BrowserFingerprint: fingerprint,
    CookiesAccepted: z.optional(z.boolean()),
    Email: z.optional(z.string().max(100)),
    HostName: text(60),
    IpAddress: z.ipv4(),
    Type: text(40),
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

/** Of a sale by that kind of card. */
function paymentBy<Card extends z.ZodType>(card: Card) {
  return z.object({
    Type: z.enum(['CreditCard', 'DebitCard']),
    Amount: z.int().min(1).max(999_999_999_999_999),
    Currency: z.optional(z.literal('BRL')),
    Country: z.optional(z.literal('BRA')),
    Provider: text(15),
    ServiceTaxAmount: z.optional(z.int().min(0)),
    SoftDescriptor: z.optional(z.string().regex(/^[A-Za-z0-9 ]{1,13}$/)),
    Installments: z.int().min(1).max(12),
    Interest: z.optional(z.enum(['ByMerchant', 'ByIssuer'])),
    Capture: z.optional(flag),
    Authenticate: z.optional(flag),
    Recurrent: z.optional(flag),
    // Of a charge before this one by the same card, from "Identificadores da bandeira".
    IssuerTransactionId: z.optional(z.string().regex(/^[A-Za-z0-9]{1,64}$/)),
    CreditCard: z.optional(card),
    DebitCard: z.optional(card),
    ExternalAuthentication: z.optional(externalAuthentication),
    FraudAnalysis: z.optional(fraudAnalysis),
    InitiatedTransactionIndicator: z.optional(
      z.object({
        Category: z.enum(['C1', 'M1', 'M2']),
        Subcategory: z.enum([
          'CredentialsOnFile',
          'StandingOrder',
          'Subscription',
          'Installment',
          'PartialShipment',
          'RelatedOrDelayedCharge',
          'NoShow',
          'Resubmission',
        ]),
      }),
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
export type SaleCard = z.output<typeof givenCard> | z.output<typeof storedCard>;

export function isGuid(value: string): boolean {
  return GUID.test(value);
}
