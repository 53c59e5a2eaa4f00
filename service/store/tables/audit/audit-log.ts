import type { Db } from '../../../base/shared/db.ts';
import type { AuditEntry, AuditLog } from '../../../domain/audit/audit-log.ts';
import { SYSTEM_COMPANY } from '../../../domain/audit/audit-log.ts';
import { columnsOf } from '../columns.ts';
import { execute } from '../rows.ts';

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
  const [last] = await db.query<{ at: Date }>({
    name: 'audit_last_backup',
    text: `SELECT at FROM audit_entries_all
      WHERE company_id = $1 AND action = 'backup' AND result = 'done' ORDER BY at DESC LIMIT 1`,
    values: [SYSTEM_COMPANY],
  });
  return last?.at ?? new Date(0);
}

export function createAuditLog(db: Db): AuditLog {
  return {
    append: async (entry, tx = db) => execute(tx, ENTRIES.insertion('audit_entries', entry)),

    list: async (companyId, limit, after) =>
      ENTRIES.all(db, {
        name: 'audit_list',
        text: `SELECT ${ENTRIES.names} FROM audit_entries_all
          WHERE company_id = $1 AND at <= $3 AND (at < $3 OR id > $4)
          ORDER BY at DESC, id LIMIT $2`,
        values: [companyId, limit, after?.at ?? LAST_MOMENT, after?.id ?? ''],
      }),

    listBy: async ({ companyId, actors, actions, after }, tx = db) =>
      ENTRIES.all(tx, {
        name: 'audit_list_by',
        text: `SELECT ${ENTRIES.names} FROM audit_entries_all
          WHERE company_id = $1 AND at > $2
            AND actor = ANY (ARRAY(SELECT json_array_elements_text($3::json)))
            AND action = ANY (ARRAY(SELECT json_array_elements_text($4::json)))
          ORDER BY at DESC, id`,
        values: [companyId, after, JSON.stringify(actors), JSON.stringify(actions)],
      }),
  };
}
