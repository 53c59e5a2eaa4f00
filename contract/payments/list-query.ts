import * as z from 'zod/mini';
import { broken, must } from '../errors/broken-rule.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * A moment in ISO 8601, or a day. Decision: what has no offset is the time in America/Sao_Paulo
 * (-03:00 the year round); a day without a time is the whole day there, for `endDate` to its end.
 */
function moment(timeOfDay: string) {
  return z.pipe(
    z.string().check(
      must((text) => readMoment(text, timeOfDay) !== null, 'format', {
        example: '2026-01-31T10:00:00-03:00',
      }),
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

export function wholeNumber(most: number) {
  return z.pipe(
    z.string().check(
      must((text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= most, 'whole_number', {
        min: 1,
        max: most,
      }),
    ),
    z.transform(Number),
  );
}

/** Start of the period, which is in it. Source: spec, "GET /payout". */
export const startDateSchema = moment('00:00:00.000');
/** End of the period, which is in it. Source: spec, "GET /payout". */
export const endDateSchema = moment('23:59:59.999');

/** Both ends of a query's period. */
export const PERIOD = {
  startDate: z.optional(startDateSchema),
  endDate: z.optional(endDateSchema),
};

/** Of a query: a period that ends before it begins is `endDate`'s fault. */
export function periodInOrder() {
  return z.refine<{ startDate?: Date | undefined; endDate?: Date | undefined }>(
    ({ startDate, endDate }) =>
      startDate === undefined || endDate === undefined || startDate <= endDate,
    { params: broken('before', { field: 'startDate' }), path: ['endDate'] },
  );
}

/** Decision: at most 100 entries a page. Source: spec, "GET /payout"; the maximum is not shown. */
const MAX_PER_PAGE = 100;
export const limitSchema = z._default(wholeNumber(MAX_PER_PAGE), 10);

/** By key: what is added meanwhile moves nothing, and the last page costs what the first does. */
export function cursorOf<Place>(read: (text: string) => Place | null) {
  return z.pipe(
    z.string().check(must((text) => read(text) !== null, 'cursor')),
    z.transform((text) => {
      const place = read(text);
      if (place === null) throw new Error('a cursor is checked before it is read');
      return place;
    }),
  );
}

/** `nextCursor`: of the page after this; null on the last one. */
const pageMetaSchema = z.object({ limit: z.number(), nextCursor: z.nullable(z.string()) });

export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ data: z.array(item), meta: pageMetaSchema });
}

/** The moment in a cursor; null for one after the last that a database and a date both know. */
export function readCursorMoment(milliseconds: string | undefined): Date | null {
  const isKnown = Number(milliseconds) <= Date.UTC(9999, 11, 31);
  return isKnown ? new Date(Number(milliseconds)) : null;
}
