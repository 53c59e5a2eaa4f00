import * as z from 'zod/mini';
import {
  cursorOf,
  limitSchema,
  PERIOD,
  pageOf,
  periodInOrder,
  readCursorMoment,
} from './list-query.ts';
import { payinRecordSchema } from './payin.ts';
import { PAYIN_STATUSES } from './payin-status.ts';
import { paymentMethodSchema } from './payment-method.ts';
import { knownReferenceSchema } from './reference-id.ts';

/** The last payin of a page: the next one begins after it. */
export type PayinPlace = { createdAt: Date; id: string };

/** In the form of a cursor, `<milliseconds>-<id>`. */
export function toPayinCursor({ createdAt, id }: PayinPlace): string {
  return `${createdAt.getTime()}-${id}`;
}

function readPayinCursor(cursor: string): PayinPlace | null {
  const [, milliseconds, id] = /^(\d{1,15})-(pay_[\w-]{1,100})$/.exec(cursor) ?? [];
  const createdAt = readCursorMoment(milliseconds);
  return createdAt === null || id === undefined ? null : { createdAt, id };
}

/** Query of `GET /payin`; every parameter is optional. */
export const payinListQuerySchema = z
  .object({
    status: z.optional(z.enum(PAYIN_STATUSES)),
    paymentMethod: z.optional(paymentMethodSchema),
    ...PERIOD,
    referenceId: z.optional(knownReferenceSchema),
    cursor: z.optional(cursorOf(readPayinCursor)),
    limit: limitSchema,
  })
  .check(periodInOrder());
export type PayinListQuery = z.infer<typeof payinListQuerySchema>;

/** 200 of `GET /payin`, newest first. */
export const payinListSchema = pageOf(payinRecordSchema);
export type PayinList = z.infer<typeof payinListSchema>;
