import type { Db, Statement } from '../../../base/shared/db.ts';
import type { CalendarDay } from '../../../domain/summaries/calendar.ts';
import type {
  CountedAuthentications,
  CountedDeclines,
  CountedPayins,
  PayinSummaryStore,
} from '../../../domain/summaries/payin-summary.ts';
import { raw, sql } from '../sql.ts';

/** Each day is a range of the index, so that no row is asked what day it is of. */
const DAYS = `json_to_recordset($2::json) AS d (day text, "from" timestamptz, until timestamptz)`;

/** Have no names, so that they are planned with the period they are about. */
export function countPayins(companyId: string, days: readonly CalendarDay[]): Statement {
  return sql('', companyId, JSON.stringify(days))`
    SELECT d.day, c.* FROM ${raw(DAYS)} CROSS JOIN LATERAL (
    SELECT payment_method AS method, status, decline_reason AS "declineReason",
      count(*) AS count, sum(amount) AS amount
    FROM payins WHERE company_id = $1 AND created_at >= d."from" AND created_at < d.until
      AND charge_state <> 'reserved'
    GROUP BY payment_method, status, decline_reason) c`;
}

/** Those that have left no payin: a payin that was refused is counted as such. */
export function countDeclines(companyId: string, days: readonly CalendarDay[]): Statement {
  return sql('', companyId, JSON.stringify(days))`
    SELECT d.day, c.* FROM ${raw(DAYS)} CROSS JOIN LATERAL (
    SELECT code, reason, count(*) AS count FROM declines
    WHERE company_id = $1 AND created_at >= d."from" AND created_at < d.until
      AND NOT EXISTS (SELECT 1 FROM payins p
        WHERE p.company_id = $1 AND p.id = declines.payin_id)
    GROUP BY code, reason) c`;
}

export function countAuthentications(companyId: string, days: readonly CalendarDay[]): Statement {
  return sql('', companyId)`
    SELECT status, is_challenged AS "isChallenged", count(*) AS count FROM authentications
    WHERE company_id = $1 AND created_at >= ${days.at(0)?.from ?? null}
      AND created_at < ${days.at(-1)?.until ?? null}
    GROUP BY status, is_challenged`;
}

export function createPayinSummaryStore(db: Db): PayinSummaryStore {
  return {
    payins: (companyId, days) => db.query<CountedPayins>(countPayins(companyId, days)),
    declines: (companyId, days) => db.query<CountedDeclines>(countDeclines(companyId, days)),
    authentications: (companyId, days) =>
      db.query<CountedAuthentications>(countAuthentications(companyId, days)),
  };
}
