import type { Db } from '../../../base/shared/db.ts';
import type { AntifraudSessionStore } from '../../../domain/cards/antifraud-session.ts';
import { execute, hasRows } from '../rows.ts';

export function createAntifraudSessionStore(db: Db): AntifraudSessionStore {
  return {
    insert: async (session) =>
      execute(db, {
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
      }),
    isOpen: async ({ companyId, id }, now) =>
      hasRows(db, {
        name: 'antifraud_session_open',
        text: `SELECT id FROM antifraud_sessions
          WHERE company_id = $1 AND id = $2 AND expires_at > $3`,
        values: [companyId, id, now],
      }),
    deleteExpired: async (companyId, now) =>
      execute(db, {
        name: 'antifraud_session_expire',
        text: 'DELETE FROM antifraud_sessions WHERE company_id = $1 AND expires_at <= $2',
        values: [companyId, now],
      }),
  };
}
