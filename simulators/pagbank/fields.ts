import { z } from 'zod';

/**
 * What callers may send to PagBank.
 *
 * Sources, read 2026-11-23; nobody was called: pages of developer.pagbank.com.br (order and charge
 * objects, orders by card, PIX and boleto, 3-D Secure of its own and of others, errors, status
 * codes); what its plugin sends, github pagseguro/pagbank-for-woocommerce at ddd6784 (2026-07-02).
 */

/** Other characters are refused with 40002. */
const name = z.string().regex(/^[\p{L}\p{N}\s]{1,120}$/u, 'has more than letters and digits');
const taxId = z.string().regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/);
const value = z.int().min(1).max(999_999_999);
const amount = z.object({ value, currency: z.literal('BRL') });
const reference = z.string().min(1).max(64);
const holder = z.object({ name: z.optional(name), tax_id: z.optional(taxId) });

const address = z.object({
  street: z.string().min(1).max(160),
  number: z.string().min(1).max(20),
  complement: z.optional(z.string().max(40)),
  locality: z.string().min(1).max(60),
  city: z.string().min(1).max(90),
  region: z.optional(z.string().max(50)),
  region_code: z.string().length(2),
  country: z.literal('BRA'),
  postal_code: z.string().regex(/^\d{8}$/),
});

const phone = z.object({
  country: z.string().regex(/^\d{2}$/),
  area: z.string().regex(/^\d{2}$/),
  number: z.string().regex(/^\d{8,9}$/),
  type: z.enum(['MOBILE', 'BUSINESS', 'HOME']),
});
const phones = z.optional(z.array(phone));

const month = z.string().regex(/^(0?[1-9]|1[0-2])$/);
const year = z.string().regex(/^20\d\d$/);

const card = z
  .object({
    number: z.optional(z.string().regex(/^\d{13,19}$/)),
    exp_month: z.optional(z.union([z.int().min(1).max(12), month])),
    exp_year: z.optional(z.union([z.int().min(2000).max(2099), year])),
    security_code: z.optional(z.string().regex(/^\d{3,4}$/)),
    holder: z.optional(z.object({ name })),
    encrypted: z.optional(z.string().min(1)),
    id: z.optional(z.string().min(1)),
  })
  .refine(({ number, encrypted, id }) => [number, encrypted, id].filter(Boolean).length === 1, {
    error: 'needs a number, an encrypted card or an id, and one of them alone',
  })
  .refine(({ number, exp_month, exp_year }) => !number || (exp_month && exp_year), {
    error: 'needs exp_month and exp_year',
  });

/** By PagBank's own id, or by what somebody else's authentication came to. */
const authentication = z
  .object({
    type: z.literal('THREEDS'),
    id: z.optional(z.string().regex(/^3DS_[0-9A-Fa-f-]{36}$/)),
    cavv: z.optional(z.string().min(1)),
    eci: z.optional(z.string().regex(/^\d{1,2}$/)),
    xid: z.optional(z.string().min(1)),
    version: z.optional(z.string().min(1)),
    dstrans_id: z.optional(z.string().min(1)),
  })
  .refine(({ id, cavv, eci }) => (id === undefined) !== (cavv === undefined || eci === undefined), {
    error: 'needs an id, or cavv and eci',
  });

const paymentMethod = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('CREDIT_CARD'),
    installments: z.int().min(1).max(18),
    capture: z.literal(true),
    soft_descriptor: z.optional(z.string().regex(/^[\p{L}\p{N} ]{1,17}$/u)),
    card,
    holder: z.optional(holder),
    authentication_method: z.optional(authentication),
  }),
  z.object({
    type: z.literal('BOLETO'),
    boleto: z.object({
      template: z.optional(z.enum(['COBRANCA', 'PROPOSTA'])),
      due_date: z.iso.date(),
      days_until_expiration: z.optional(z.union([z.int(), z.string().regex(/^\d+$/)])),
      instruction_lines: z.object({
        line_1: z.string().min(1).max(75),
        line_2: z.string().min(1).max(75),
      }),
      holder: z.object({ name, tax_id: taxId, email: z.email(), address }),
    }),
  }),
]);

const charge = z.object({
  reference_id: z.optional(reference),
  description: z.optional(z.string().min(1).max(64)),
  amount,
  payment_method: paymentMethod,
  recurring: z.optional(z.object({ type: z.enum(['INITIAL', 'SUBSEQUENT']) })),
});

export const orderFields = z
  .object({
    reference_id: z.optional(reference),
    customer: z.object({ name, email: z.email(), tax_id: taxId, phones }),
    items: z
      .array(
        z.object({
          reference_id: z.optional(z.string().max(255)),
          name: z.string().min(1).max(200),
          quantity: z.int().min(1).max(99_999),
          unit_amount: value,
        }),
      )
      .min(1),
    shipping: z.optional(z.object({ address })),
    // More than one is not taken.
    qr_codes: z.optional(
      z
        .array(
          z.object({
            amount: z.object({ value }),
            expiration_date: z.optional(z.iso.datetime({ offset: true })),
          }),
        )
        .length(1),
    ),
    charges: z.optional(z.array(charge).length(1)),
    notification_urls: z.optional(z.array(z.url({ protocol: /^https$/ }))),
  })
  .refine(({ qr_codes, charges }) => qr_codes === undefined || charges === undefined, {
    error: 'has qr_codes and charges',
    path: ['charges'],
  });

function text(max: number) {
  return z.string().min(1).max(max);
}

/** What the browser's script sends of a purchase, with what it knows of its browser. */
export const threeDSFields = z.object({
  customer: z.object({ name: text(120), email: z.email(), phones }),
  paymentMethod: z.object({
    type: z.enum(['CREDIT_CARD', 'DEBIT_CARD']),
    installments: z.int().min(1).max(18),
    card: z.object({
      number: z.string().regex(/^\d{13,19}$/),
      expMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
      expYear: year,
      holder: z.object({ name: text(120) }),
    }),
  }),
  amount,
  billingAddress: z.object({
    street: text(160),
    number: text(20),
    complement: z.optional(text(40)),
    regionCode: z.string().regex(/^[A-Z]{2}$/),
    country: z.literal('BRA'),
    city: text(90),
    postalCode: z.string().regex(/^\d{8}$/),
  }),
  dataOnly: z.boolean(),
  deviceInformation: z.object({
    httpBrowserColorDepth: z.nullable(z.int()),
    httpBrowserJavaEnabled: z.nullable(z.boolean()),
    httpBrowserJavaScriptEnabled: z.boolean(),
    httpBrowserLanguage: z.string(),
    httpBrowserScreenHeight: z.nullable(z.int()),
    httpBrowserScreenWidth: z.nullable(z.int()),
    httpBrowserTimeDifference: z.int(),
    httpDeviceChannel: z.literal('Browser'),
    userAgentBrowserValue: z.string(),
  }),
});

export const amountFields = z.object({ amount: z.object({ value }) });

export type OrderFields = z.output<typeof orderFields>;
export type ChargeFields = z.output<typeof charge>;
export type CardFields = z.output<typeof card>;
export type AuthenticationFields = z.output<typeof authentication>;
