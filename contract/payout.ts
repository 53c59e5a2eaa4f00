import * as z from 'zod/mini';
import { cpfOrCnpjSchema } from './document.ts';
import { centavosSchema } from './money.ts';
import { payinRequestSchema } from './payin.ts';
import { pixKeyTypeSchema } from './pix-key.ts';
import { referenceIdSchema } from './reference-id.ts';
import { lineOfText } from './text.ts';

/** Source: spec, "Payout states". */
export const PAYOUT_STATUSES = [
  'AWAITING_APPROVAL',
  'PENDING',
  'PROCESSING',
  'APPROVED',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'REFUSED',
  'REFUNDED',
] as const;

export const payoutStatusSchema = z.enum(PAYOUT_STATUSES);
export type PayoutStatus = z.infer<typeof payoutStatusSchema>;

/**
 * Body of `POST /payout`. Whether `pixKey` has the form of its type is told by its own code,
 * INVALID_PIX_KEY, and so is not asked here. Source: spec, "Payout create request".
 */
export const payoutRequestSchema = z.object({
  amount: centavosSchema,
  pixKey: lineOfText(200),
  pixKeyType: pixKeyTypeSchema,
  referenceId: referenceIdSchema,
  beneficiaryName: z.optional(lineOfText(150)),
  beneficiaryDocument: z.optional(cpfOrCnpjSchema),
  webhookUrl: payinRequestSchema.shape.webhookUrl,
});
export type PayoutRequest = z.infer<typeof payoutRequestSchema>;

/**
 * A payout as it is listed. Amounts in centavos; `feeAmount` and `netAmount` are null until the
 * transfer is completed. Source: spec, "Payout record".
 */
export const payoutRecordSchema = z.object({
  id: z.string(),
  externalId: z.nullable(z.string()),
  status: payoutStatusSchema,
  amount: centavosSchema,
  currency: z.literal('BRL'),
  pixKey: z.string(),
  pixKeyType: pixKeyTypeSchema,
  referenceId: z.string(),
  beneficiaryName: z.nullable(z.string()),
  beneficiaryDocument: z.nullable(z.string()),
  feeAmount: z.nullable(z.number()),
  netAmount: z.nullable(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PayoutRecord = z.infer<typeof payoutRecordSchema>;

/** 201 of `POST /payout`: the record, and a receipt that is null at creation. */
export const payoutCreatedSchema = z.extend(payoutRecordSchema, { bankReceipt: z.null() });
export type PayoutCreated = z.infer<typeof payoutCreatedSchema>;

/** Decision: at most 100 payouts a page. Source: spec, "GET /payout"; the maximum is not shown. */
export const MAX_PAYOUTS_PER_PAGE = 100;

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * A moment in ISO 8601, or a day. Decision: a day without a time is the whole day in
 * America/Sao_Paulo (-03:00 the year round), for `endDate` to its end.
 */
function moment(timeOfDay: string) {
  return z.pipe(
    z.string().check(z.refine(isIsoDate, 'must be an ISO 8601 date')),
    z.transform((text) => new Date(DATE.test(text) ? `${text}T${timeOfDay}-03:00` : text)),
  );
}

function isIsoDate(text: string): boolean {
  if (!DATE.test(text) && !DATE_TIME.test(text)) return false;
  // A day that does not exist rolls over instead of being refused.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10)) {
    return false;
  }
  return DATE.test(text) || !Number.isNaN(new Date(text).getTime());
}

function wholeNumber(most: number) {
  return z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most,
          `must be a whole number from 1 to ${most}`,
        ),
      ),
    z.transform(Number),
  );
}

/** Query of `GET /payout`; every parameter is optional. Source: spec, "GET /payout". */
export const payoutListQuerySchema = z
  .object({
    status: z.optional(payoutStatusSchema),
    startDate: z.optional(moment('00:00:00.000')),
    endDate: z.optional(moment('23:59:59.999')),
    referenceId: z.optional(referenceIdSchema),
    page: z._default(wholeNumber(1_000_000_000), 1),
    limit: z._default(wholeNumber(MAX_PAYOUTS_PER_PAGE), 10),
  })
  .check(
    z.refine(
      ({ startDate, endDate }) =>
        startDate === undefined || endDate === undefined || startDate <= endDate,
      { error: 'must not be before startDate', path: ['endDate'] },
    ),
  );
export type PayoutListQuery = z.infer<typeof payoutListQuerySchema>;

/** 200 of `GET /payout`. */
export const payoutListSchema = z.object({
  data: z.array(payoutRecordSchema),
  meta: z.object({
    total: z.number(),
    page: z.number(),
    limit: z.number(),
    totalPages: z.number(),
  }),
});
export type PayoutList = z.infer<typeof payoutListSchema>;
