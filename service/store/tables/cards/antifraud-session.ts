import type { Db } from '../../../base/shared/db.ts';
import type { AntifraudSessionStore } from '../../../domain/cards/antifraud-session.ts';

export function createAntifraudSessionStore(db: Db): AntifraudSessionStore {
  return {
    async insert(session) {
      await db.query({
        name: 'antifraud_session_insert',
        text: `INSERT INTO antifraud_sessions (company_id, id, signals, created_at, expires_at)
          VALUES ($1, $2, $3::jsonb, $4, $5)`,
        values: [
          session.companyId,
          session.id,
          JSON.stringify(session.signals),
          session.createdAt,
          session.expiresAt,
        ],
      });
    },
    async isOpen({ companyId, id }, now) {
      const rows = await db.query({
        name: 'antifraud_session_open',
        text: `SELECT id FROM antifraud_sessions
          WHERE company_id = $1 AND id = $2 AND expires_at > $3`,
        values: [companyId, id, now],
      });
      return rows.length > 0;
    },
    async deleteExpired(companyId, now) {
      await db.query({
        name: 'antifraud_session_expire',
        text: 'DELETE FROM antifraud_sessions WHERE company_id = $1 AND expires_at <= $2',
        values: [companyId, now],
      });
    },
  };
}
