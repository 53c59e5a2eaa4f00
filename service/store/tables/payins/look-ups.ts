import type { Db } from '../../../base/shared/db.ts';
import type { Due, LookUp, LookUps } from '../../../base/shared/look-ups.ts';
import type { Columns } from '../columns.ts';
import type { Question } from '../rows.ts';
import { execute, firstOf, question } from '../rows.ts';

/**
 * Joined to payins, payouts or authentications: `looks` and `due_at` of a row that was looked at.
 * None of its columns has the name of one of theirs.
 */
export const LOOK_UPS_OF_COMPANY = `(SELECT subject_id, looks, due_at, watched_until FROM look_ups
  WHERE company_id = $1) l ON l.subject_id = id`;

export function dueOf<Entity>({ read }: Columns<Entity>): Question<Due<Entity>[]> {
  return question<Due<Entity>[], { looks: number | null }>((rows) =>
    rows.map((row) => ({ ...read(row), looks: row.looks ?? 0 })),
  );
}

/** First what nobody has looked at yet, the newest first: what is stuck was looked at before. */
export const LEAST_LOOKED_FIRST = 'ORDER BY coalesce(l.looks, 0)';

/** After none, one, two looks and so on; the last for all that follow. */
const PAUSES_S = [15, 30, 60, 120, 240, 480, 960, 1920, 3600];

/** Times are parameters: an engine that spreads tables refuses sums of times in a `DO UPDATE`. */
const DUE_BY_POLLS = PAUSES_S.map(
  (_, looks) => `WHEN look_ups.looks <= ${looks} THEN $${looks + 5}::timestamptz`,
).join(' ');

export function createLookUps(db: Db): LookUps {
  return {
    begin: ({ companyId, id }, { now, evenEarly, dueAfter = null }) =>
      firstOf<LookUp>(db, {
        name: 'look_up_begin',
        text: `INSERT INTO look_ups (company_id, subject_id, looks, due_at)
          VALUES ($1, $2, 1, $5)
          ON CONFLICT (company_id, subject_id) DO UPDATE SET looks = look_ups.looks + 1,
            due_at = CASE ${DUE_BY_POLLS} ELSE $${PAUSES_S.length + 4}::timestamptz END
          WHERE look_ups.due_at <= $3 OR $4 OR look_ups.due_at > $${PAUSES_S.length + 5}::timestamptz
          RETURNING due_at AS "dueAt", missed_at AS "missedAt", watched_until AS "watchedUntil"`,
        values: [
          ...[companyId, id, now, evenEarly],
          ...PAUSES_S.map((seconds) => new Date(now.getTime() + seconds * 1000)),
          dueAfter,
        ],
      }),

    put: async ({ companyId, id }, { dueAt, missedAt, watchedUntil }) =>
      execute(db, 'look_up_put', companyId)`UPDATE look_ups
        SET due_at = ${dueAt}, missed_at = ${missedAt}, watched_until = ${watchedUntil}
        WHERE company_id = $1 AND subject_id = ${id}`,

    end: async ({ companyId, id }, begun) =>
      execute(db, 'look_up_end', companyId)`
        DELETE FROM look_ups WHERE company_id = $1 AND subject_id = ${id}
          AND due_at = coalesce(${begun?.dueAt ?? null}::timestamptz, due_at)`,

    forgetBefore: async (companyId, dueBefore) =>
      execute(db, 'look_up_forget', companyId)`DELETE FROM look_ups
        WHERE company_id = $1 AND due_at < ${dueBefore} AND watched_until IS NULL`,
  };
}
