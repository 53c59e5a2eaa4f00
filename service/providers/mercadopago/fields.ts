import * as z from 'zod/mini';

/**
 * What we read of Mercado Pago's answers, and no more; sources in mercadopago.ts. Statuses are
 * texts: one that nobody knows yet is "not decided", so it must not break the reading.
 */

const SHORT = z.string().check(z.maxLength(200));
const TEXT = z.string().check(z.maxLength(4096));
const ID = z.union([z.int().check(z.positive()), z.string().check(z.regex(/^\d{1,20}$/))]);

export const cardTokenSchema = z.object({ id: z.string().check(z.regex(/^[\w-]{8,100}$/)) });

const barcodeSchema = z.object({ content: z.nullish(TEXT) });

export const paymentSchema = z.object({
  id: ID,
  status: SHORT,
  status_detail: z.nullish(SHORT),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.nullish(z.number()),
  external_reference: z.nullish(SHORT),
  three_ds_info: z.nullish(
    z.object({ external_resource_url: z.nullish(TEXT), creq: z.nullish(TEXT) }),
  ),
  barcode: z.nullish(barcodeSchema),
  transaction_details: z.nullish(z.object({ barcode: z.nullish(barcodeSchema) })),
  point_of_interaction: z.nullish(
    z.object({ transaction_data: z.nullish(z.object({ qr_code: z.nullish(TEXT) })) }),
  ),
});

export type MercadoPayment = z.infer<typeof paymentSchema>;

export const searchSchema = z.object({ results: z.array(paymentSchema) });

export const listSchema = z.extend(searchSchema, {
  paging: z.object({ total: z.int().check(z.minimum(0)) }),
});

/** Charge-backs of a payment. `date_documentation_deadline`: until when an answer to one is taken. */
export const chargebacksSchema = z.object({
  results: z.array(
    z.object({
      payments: z.array(ID),
      documentation_required: z.nullish(z.boolean()),
      date_documentation_deadline: z.nullish(z.iso.datetime({ offset: true })),
    }),
  ),
});

export const refundSchema = z.object({
  id: ID,
  payment_id: ID,
  amount: z.number(),
  status: z.nullish(SHORT),
});

export type MercadoRefund = z.infer<typeof refundSchema>;

export const refundListSchema = z.array(refundSchema);

export const userSchema = z.object({ id: ID, site_id: z.nullish(SHORT) });

const problemSchema = z.object({
  message: z.nullish(z.string()),
  cause: z.nullish(
    z.array(z.object({ code: z.union([z.string(), z.number()]), description: z.nullish(TEXT) })),
  ),
});

export function codesOf(body: unknown): string[] {
  const { data } = problemSchema.safeParse(body);
  return (data?.cause ?? []).map(({ code }) => `${code}`);
}

const MAX_REASON = 200;

export function reasonOf(body: unknown): string {
  const { data } = problemSchema.safeParse(body);
  const words = data?.cause?.[0]?.description ?? data?.message;
  return (words ?? 'Mercado Pago gave no reason').slice(0, MAX_REASON);
}
