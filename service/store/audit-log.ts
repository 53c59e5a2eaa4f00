import type { AuditEntry, AuditLog } from '../audit-log.ts';
import type { Db } from './db.ts';

type Row = Omit<AuditEntry, 'companyId'>;

export function createAuditLog(db: Db): AuditLog {
  return {
    async append(entry, tx = db) {
      await tx.query({
        name: 'audit_append',
        text: `INSERT INTO audit_entries
            (company_id, id, at, actor, action, subjects, result, code)
          VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`,
        values: [
          entry.companyId,
          entry.id,
          entry.at,
          entry.actor,
          entry.action,
          JSON.stringify(entry.subjects),
          entry.result,
          entry.code,
        ],
      });
    },

    async list(companyId, limit) {
      const rows = await db.query<Row>({
        name: 'audit_list',
        text: `SELECT id, at, actor, action, subjects, result, code FROM audit_entries
          WHERE company_id = $1 ORDER BY at DESC, id LIMIT $2`,
        values: [companyId, limit],
      });
      return rows.map((row) => ({ companyId, ...row }));
    },
  };
}
