import { z } from 'zod';

/**
 * What callers may send to Mercado Pago.
 *
 * Sources, read 2026-11-23; nobody was called: types and notices of its SDK, github
 * mercadopago/sdk-nodejs at 4339894 (2026-08-04); guides, github mercadopago/devsite-docs.
 */

const amount = z
  .number()
  .positive()
  .refine((reais) => Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-6, {
    error: 'has more than two places',
  });

const identification = z.object({
  type: z.enum(['CPF', 'CNPJ']),
  number: z.string().regex(/^(\d{11}|[0-9A-Z]{14})$/),
});

export const cardTokenFields = z.object({
  card_number: z.string().regex(/^\d{13,19}$/),
  security_code: z.string().regex(/^\d{3,4}$/),
  // Numbers in others' integrations, texts in the types of its own SDK.
  expiration_month: z.union([z.int().min(1).max(12), z.string().regex(/^(0?[1-9]|1[0-2])$/)]),
  expiration_year: z.union([z.int().min(2000).max(2099), z.string().regex(/^20\d\d$/)]),
  cardholder: z.object({ name: z.string().min(1), identification: z.optional(identification) }),
});

/** All required. Source: guide "Atualização da integração" of payment facilitators, read 2026-11-28. */
const subMerchant = z.object({
  sub_merchant_id: z.string().min(1),
  mcc: z.string().regex(/^\d{4}$/),
  country: z.literal('BRA'),
  address_door_number: z.int().min(0),
  zip: z.string().regex(/^\d{7,8}$/),
  document_type: z.enum(['CPF', 'CNPJ']),
  document_number: z.string().regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/),
  city: z.string().min(1),
  address_street: z.string().min(1),
  legal_name: z.string().min(1),
  region_code_iso: z.string().regex(/^BR-[A-Z]{2}$/),
  region_code: z.literal('BR'),
  phone: z.string().regex(/^\d{9,13}$/),
  url: z.string().min(1),
});

export const paymentFields = z.object({
  transaction_amount: amount,
  /** With a token it may be left out. */
  payment_method_id: z.optional(z.string().min(1)),
  token: z.optional(z.string().min(1)),
  installments: z.optional(z.int().min(1)),
  issuer_id: z.optional(z.union([z.string(), z.int()])),
  description: z.optional(z.string()),
  external_reference: z.optional(z.string().max(256)),
  statement_descriptor: z.optional(z.string().min(1).max(13)),
  forward_data: z.optional(z.object({ sub_merchant: subMerchant })),
  notification_url: z.optional(z.url({ protocol: /^https$/ })),
  capture: z.optional(z.literal(true)),
  binary_mode: z.optional(z.boolean()),
  three_d_secure_mode: z.optional(z.enum(['optional', 'not_supported'])),
  date_of_expiration: z.optional(z.iso.datetime({ offset: true, local: false })),
  payer: z.object({
    email: z.email(),
    first_name: z.optional(z.string()),
    last_name: z.optional(z.string()),
    identification: z.optional(identification),
    address: z.optional(z.record(z.string(), z.unknown())),
  }),
  additional_info: z.optional(z.record(z.string(), z.unknown())),
  metadata: z.optional(z.record(z.string(), z.unknown())),
  payment_method: z.optional(
    z.object({
      type: z.literal('credit_card'),
      data: z.object({
        authentication: z.object({
          cryptogram: z.base64(),
          eci: z.string().regex(/^0[0-7]$/),
          ds_trans_id: z.uuid(),
          three_ds_version: z.string().regex(/^2\.[123]\.0$/),
        }),
      }),
    }),
  ),
});

export const changeFields = z.object({ status: z.literal('cancelled') });

/** A boleto is made out to somebody who lives somewhere. */
export const boletoFields = z.object({
  payer: z.looseObject({
    first_name: z.string().min(1),
    last_name: z.string().min(1),
    identification,
    address: z.object({
      zip_code: z.string().regex(/^\d{5}-?\d{3}$/),
      street_name: z.string().min(1),
      street_number: z.string().min(1),
      neighborhood: z.string().min(1),
      city: z.string().min(1),
      federal_unit: z.string().regex(/^[A-Z]{2}$/),
    }),
  }),
});

/** Of a refund; without an amount it is all that is left. */
export const refundFields = z.object({ amount: z.optional(amount) });

export type PaymentFields = z.output<typeof paymentFields>;
export type CardTokenFields = z.output<typeof cardTokenFields>;
