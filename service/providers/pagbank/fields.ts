import * as z from 'zod/mini';
import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { CARD_BRANDS } from '../../../contract/card/card-brand.ts';
import { toRefusal } from '../abecs/read-decline.ts';
import type { ChargeOutcome, TakenBack } from '../acquirer.ts';
import type { FieldTable, RefusedData } from '../refused-data.ts';
import { refusedCustomer, refusedData } from '../refused-data.ts';

/** What we read of PagBank's answers and notices, and no more. Sources: see `pagbank.ts`. */

const ID = z.string().check(z.regex(/^[A-Z]{4}_[0-9A-Za-z-]{1,60}$/));
const TEXT = z.string().check(z.maxLength(2048));
const CODE = z.nullish(z.union([z.string(), z.number()]));
const CENTAVOS = z.int().check(z.minimum(0));

export const chargeSchema = z.object({
  id: ID,
  reference_id: z.optional(TEXT),
  status: z.enum(['AUTHORIZED', 'PAID', 'IN_ANALYSIS', 'DECLINED', 'CANCELED', 'WAITING']),
  amount: z.object({
    value: CENTAVOS,
    summary: z.optional(z.object({ paid: z.optional(CENTAVOS), refunded: z.optional(CENTAVOS) })),
  }),
  payment_response: z.nullish(
    z.object({
      code: z.optional(z.union([z.string(), z.number()])),
      raw_data: z.nullish(z.object({ reason_code: CODE, merchant_advice_code: CODE })),
    }),
  ),
  payment_method: z.object({
    type: z.string(),
    card: z.nullish(z.object({ brand: z.nullish(z.string()) })),
    boleto: z.optional(
      z.object({ barcode: z.optional(TEXT), formatted_barcode: z.optional(TEXT) }),
    ),
    pix: z.nullish(z.object({ end_to_end_id: z.nullish(z.string()) })),
    authentication_method: z.nullish(
      z.object({ id: z.nullish(z.string()), status: z.nullish(z.string()) }),
    ),
  }),
});

export type Charge = z.infer<typeof chargeSchema>;

/** What a charge has given back, by whomever: PagBank tells no more than the sum. */
export function takenBackOf({ amount: { summary } }: Charge): TakenBack {
  const returnedAmount = summary?.refunded ?? 0;
  return returnedAmount > 0 ? { returnedAmount } : {};
}

export const chargesSchema = z.array(chargeSchema);

export const orderSchema = z.object({
  id: ID,
  reference_id: z.optional(TEXT),
  qr_codes: z.optional(
    z.array(z.object({ id: ID, amount: z.object({ value: CENTAVOS }), text: TEXT })),
  ),
  charges: z.optional(chargesSchema),
});

export type Order = z.infer<typeof orderSchema>;

/** What of a notice leads back to what we asked for. */
export const noticeSchema = z.object({
  reference_id: z.optional(z.string()),
  charges: z.optional(z.array(z.object({ reference_id: z.optional(z.string()) }))),
});

export const publicKeySchema = z.object({ public_key: z.string().check(z.maxLength(4096)) });

/** The stage takes no more of it. */
export const sessionSchema = z.object({
  session: z.string().check(z.regex(/^[\x21-\x7e]{1,3500}$/)),
});

const errorSchema = z.object({
  error_messages: z.array(
    z.object({
      code: z.optional(z.union([z.string(), z.number()])),
      description: z.optional(z.string()),
      parameter_name: z.nullish(z.string()),
    }),
  ),
});

type Refusal = { status: number; body: unknown };

/** PagBank's own words for a refusal; null where another, such as a gateway, has spoken. */
export function errorsOf(body: unknown) {
  const { success, data } = errorSchema.safeParse(body);
  return success && data.error_messages.length > 0 ? data.error_messages : null;
}

/** By `parameter_name`. Source: its reference, "Códigos de erro", and the order that we send. */
const PAYER_FIELDS: FieldTable = [
  [/(^customer|boleto\.holder)\.name$/, 'customer.name'],
  [/(^customer|boleto\.holder)\.tax_id$/, 'customer.document'],
  [/(^customer|boleto\.holder)\.email$/, 'customer.email'],
  [/^customer\.phones?\b/, 'customer.phone'],
  [/address\.street$/, 'customer.address.street'],
  [/address\.number$/, 'customer.address.number'],
  [/address\.complement$/, 'customer.address.complement'],
  [/address\.locality$/, 'customer.address.neighborhood'],
  [/address\.city$/, 'customer.address.city'],
  [/address\.region(_code)?$/, 'customer.address.state'],
  [/address\.postal_code$/, 'customer.address.zipCode'],
  [/address$/, 'customer.address'],
  [/^customer$/, 'customer'],
];

/** Null where PagBank complains about something else than the payer's data. */
export function refusedDataOf(
  errors: NonNullable<ReturnType<typeof errorsOf>>,
): RefusedData | null {
  const complaints = errors.map(({ code, parameter_name: name }) => ({
    code: `${code ?? ''}`,
    ...(name ? { name } : {}),
  }));
  const isNamed = complaints.some((one) => 'name' in one);
  return isNamed ? refusedData(complaints, PAYER_FIELDS) : refusedCustomer(complaints);
}

/** Whether a refusal says that PagBank has not got it. A gateway's 404 does not. */
export function saysNotFound({ status, body }: Refusal): boolean {
  return status === 404 && errorsOf(body) !== null;
}

const MAX_REASON = 200;

export function reasonOf(body: unknown): string {
  const [first] = errorsOf(body) ?? [];
  const { description, parameter_name: name } = first ?? {};
  const words = [description, name].filter((one) => typeof one === 'string').join(': ');
  return (words || 'PagBank gave no reason').slice(0, MAX_REASON);
}

/** Refused, where the network's answer is absent or unknown. `asked`: the brand as we know it. */
export function declineOf(charge: Charge, asked: CardBrand | null): ChargeOutcome {
  const { id: externalId, payment_response: response, payment_method: method } = charge;
  const { reason_code: code, merchant_advice_code: advice } = response?.raw_data ?? {};
  const refused = { kind: 'refused', externalId } as const;
  if (code === undefined || code === null) return refused;
  const brand = asked ?? toBrand(method.card?.brand);
  const network = {
    ...{ brand, code: `${code}` },
    ...(advice === undefined || advice === null ? {} : { advice: `${advice}` }),
  };
  return toRefusal(network, { externalId }) ?? { ...refused, network };
}

function toBrand(name: string | null | undefined): CardBrand {
  const plain = (name ?? '').toLowerCase();
  return CARD_BRANDS.find((one) => one === plain) ?? 'unknown';
}
