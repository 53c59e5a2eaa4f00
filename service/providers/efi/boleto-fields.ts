import * as z from 'zod/mini';
import { bankDayBefore, dayInSaoPaulo, daysBetween } from '../../base/shared/sao-paulo-days.ts';
import type { PaymentOrder } from '../acquirer.ts';
import type { FieldTable, RefusedData } from '../refused-data.ts';
import { refusedCustomer, refusedData } from '../refused-data.ts';

/** What we read of Efí's answers about boletos, and no more. Source: see `boletos.ts`. */

const statusSchema = z.enum([
  'new',
  'waiting',
  'identified',
  'approved',
  'paid',
  'unpaid',
  'canceled',
  'settled',
  'expired',
]);

export type BoletoStatus = z.infer<typeof statusSchema>;

const idSchema = z.int().check(z.positive());
const centavosSchema = z.int().check(z.positive());
/** The line with dots and spaces. */
const lineSchema = z.string().check(z.regex(/^[\d. ]{47,64}$/));

/** Where an account has its boletos with a PIX ("Bolix"). Not told rightly, it is the empty code. */
const pixSchema = z.catch(z.nullish(z.object({ qrcode: z.string() })), { qrcode: '' });

export const issuedSchema = z.object({
  data: z.object({
    charge_id: idSchema,
    total: centavosSchema,
    status: statusSchema,
    barcode: lineSchema,
    expire_at: z.string(),
    pix: pixSchema,
  }),
});

export const detailSchema = z.object({
  data: z.object({
    charge_id: idSchema,
    status: statusSchema,
    custom_id: z.nullable(z.string()),
    created_at: z.string().check(z.regex(/^\d{4}-\d\d-\d\d/)),
  }),
});

export const listSchema = z.object({
  data: z.array(
    z.object({
      id: idSchema,
      total: centavosSchema,
      status: statusSchema,
      custom_id: z.nullable(z.string()),
      payment: z.optional(
        z.object({
          paid_value: z.optional(centavosSchema),
          pix: pixSchema,
          banking_billet: z.object({ barcode: lineSchema, expire_at: z.string(), pix: pixSchema }),
        }),
      ),
    }),
  ),
});

export const historySchema = z.object({
  data: z.array(z.object({ custom_id: z.optional(z.nullable(z.string())) })),
});

const problemSchema = z.object({
  code: z.union([z.string(), z.number()]),
  error: z.string(),
  error_description: z.catch(z.object({ property: z.optional(z.string()) }), {}),
});

/** By the property that is named: the path within what Efí is asked for. */
const PAYER_FIELDS: FieldTable = [
  [/\/(name|corporate_name)$/, 'customer.name'],
  [/\/(cpf|cnpj)$/, 'customer.document'],
  [/\/email$/, 'customer.email'],
  [/\/phone_number$/, 'customer.phone'],
  [/\/address\/street$/, 'customer.address.street'],
  [/\/address\/number$/, 'customer.address.number'],
  [/\/address\/complement$/, 'customer.address.complement'],
  [/\/address\/neighborhood$/, 'customer.address.neighborhood'],
  [/\/address\/zipcode$/, 'customer.address.zipCode'],
  [/\/address\/city$/, 'customer.address.city'],
  [/\/address\/state$/, 'customer.address.state'],
  [/\/address$/, 'customer.address'],
  [/\/(customer|juridical_person)$/, 'customer'],
];

/** Null where Efí refuses for something else than the payer's data. */
export function refusedDataOf(body: unknown): RefusedData | null {
  const { success, data } = problemSchema.safeParse(body);
  if (!success || data.error !== 'validation_error') return null;
  const { property: name } = data.error_description;
  const complaint = { code: `${data.code}`, ...(name === undefined ? {} : { name }) };
  if (name === undefined) return refusedCustomer([complaint]);
  return name.includes('/customer') ? refusedData([complaint], PAYER_FIELDS) : null;
}

export function writeBoleto(
  order: PaymentOrder & { dueOn: string },
  { key, noticesAddress }: { key: string; noticesAddress: string | null },
) {
  const { amount, orderReference, dueOn, expiresAt } = order;
  const lastPaidOn = bankDayBefore(dayInSaoPaulo(expiresAt));
  return {
    // One item, so that the total is the order's whatever its plan or shipping is.
    items: [{ name: `Pedido ${orderReference}`.slice(0, 255), value: amount, amount: 1 }],
    metadata: {
      custom_id: key,
      ...(noticesAddress === null ? {} : { notification_url: noticesAddress }),
    },
    payment: {
      banking_billet: {
        customer: writeCustomer(order.payer),
        expire_at: dueOn,
        // Decision: it cannot be paid later than the last bank day before the service stops waiting
        // for it: by itself Efí takes money for 89 days.
        configurations: { days_to_write_off: Math.max(0, daysBetween(dueOn, lastPaidOn)) },
      },
    },
  };
}

function writeCustomer({ name, document, email, phone, address }: PaymentOrder['payer']) {
  const isPerson = document.length === 11;
  const number = /^55(\d{10,11})$/.exec(phone)?.[1];
  return {
    ...(isPerson
      ? { name, cpf: document }
      : { juridical_person: { corporate_name: name, cnpj: document } }),
    email,
    ...(number === undefined ? {} : { phone_number: number }),
    // Efí takes an address with its neighborhood, or none.
    ...(address?.neighborhood === undefined
      ? {}
      : {
          address: {
            street: address.street,
            number: address.number,
            ...(address.complement === undefined ? {} : { complement: address.complement }),
            neighborhood: address.neighborhood,
            zipcode: address.zipCode,
            city: address.city,
            state: address.state,
          },
        }),
  };
}
