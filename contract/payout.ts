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

export const payoutStatusSchema = z.enum(
  PAYOUT_STATUSES,
  `must be one of ${PAYOUT_STATUSES.join(', ')}`,
);
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
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * A moment in ISO 8601, or a day. Decision: what has no offset is the time in America/Sao_Paulo
 * (-03:00 the year round); a day without a time is the whole day there, for `endDate` to its end.
 */
function moment(timeOfDay: string) {
  return z.pipe(
    z
      .string()
      .check(
        z.refine(
          (text) => readMoment(text, timeOfDay) !== null,
          'must be a date of the years 1 to 9999, such as 2026-01-31 or 2026-01-31T10:00:00-03:00',
        ),
      ),
    z.transform((text) => readMoment(text, timeOfDay) ?? new Date(Number.NaN)),
  );
}

function readMoment(text: string, timeOfDay: string): Date | null {
  const dateTime = DATE_TIME.exec(text);
  if (dateTime === null && !DATE.test(text)) return null;
  // A day that does not exist would roll over into the next month.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10)) {
    return null;
  }
  const withTime = dateTime === null ? `${text}T${timeOfDay}` : text;
  const read = new Date(dateTime?.[1] === undefined ? `${withTime}-03:00` : withTime);
  // The offset may carry a moment out of the years that a database knows as well.
  const year = read.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? read : null;
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
