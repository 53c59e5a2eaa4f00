import type { Db } from '../../../base/shared/db.ts';
import type { AntifraudSessionStore } from '../../../domain/cards/antifraud-session.ts';
import { execute, hasRows } from '../rows.ts';

export function createAntifraudSessionStore(db: Db): AntifraudSessionStore {
  return {
    insert: async (session) =>
      execute(db, 'antifraud_session_insert', session.companyId)`
        INSERT INTO antifraud_sessions (company_id, id, signals, created_at, expires_at)
        VALUES ($1, ${session.id}, ${JSON.stringify(session.signals)}::jsonb, ${session.createdAt},
          ${session.expiresAt})`,
    isOpen: async ({ companyId, id }, now) =>
      hasRows(db, 'antifraud_session_open', companyId)`SELECT id FROM antifraud_sessions
        WHERE company_id = $1 AND id = ${id} AND expires_at > ${now}`,
    deleteExpired: async (companyId, now) =>
      execute(db, 'antifraud_session_expire', companyId)`
        DELETE FROM antifraud_sessions WHERE company_id = $1 AND expires_at <= ${now}`,
  };
}
