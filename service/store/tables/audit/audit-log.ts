import type { Db } from '../../../base/shared/db.ts';
import type { AuditEntry, AuditLog } from '../../../domain/audit/audit-log.ts';
import { SYSTEM_COMPANY } from '../../../domain/audit/audit-log.ts';
import { columnsOf } from '../columns.ts';
import { execute } from '../rows.ts';
import { among, raw, sql } from '../sql.ts';

export const ENTRIES = columnsOf<AuditEntry>({
  companyId: 'company_id',
  id: 'id',
  at: 'at',
  actor: 'actor',
  action: 'action',
  subjects: 'subjects::jsonb',
  result: 'result',
  code: 'code',
});

const LAST_MOMENT = new Date('9999-12-31T23:59:59Z');

/** When a backup was last made by the command; the beginning of 1970 where none was. */
export async function findLastBackup(db: Db): Promise<Date> {
  const [last] = await db.query<{ at: Date }>(sql('audit_last_backup', SYSTEM_COMPANY)`
    SELECT at FROM audit_entries_all
    WHERE company_id = $1 AND action = 'backup' AND result = 'done' ORDER BY at DESC LIMIT 1`);
  return last?.at ?? new Date(0);
}

export function createAuditLog(db: Db): AuditLog {
  return {
    append: async (entry, tx = db) => execute(tx, ENTRIES.insertion('audit_entries', entry)),

    list: async (companyId, limit, after) =>
      ENTRIES.all(db, 'audit_list', companyId, after?.at ?? LAST_MOMENT)`
        SELECT ${raw(ENTRIES.names)} FROM audit_entries_all
        WHERE company_id = $1 AND at <= $2 AND (at < $2 OR id > ${after?.id ?? ''})
        ORDER BY at DESC, id LIMIT ${limit}`,

    listBy: async ({ companyId, actors, actions, after }, tx = db) =>
      ENTRIES.all(tx, 'audit_list_by', companyId)`
        SELECT ${raw(ENTRIES.names)} FROM audit_entries_all
        WHERE company_id = $1 AND at > ${after}
          AND actor = ${among(actors)} AND action = ${among(actions)}
        ORDER BY at DESC, id`,
  };
}
