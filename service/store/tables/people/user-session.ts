import type { Db } from '../../../base/shared/db.ts';
import type { Session, UserSessionStore } from '../../../domain/people/session.ts';
import type { User } from '../../../domain/people/user.ts';
import { execute, hasRows } from '../rows.ts';
import { raw, sql } from '../sql.ts';

const SESSION = `s.id, s.user_id AS "userId", s.started_at AS "startedAt", s.seen_at AS "seenAt",
  s.proved_at AS "provedAt", s.address, s.user_agent AS "userAgent"`;

export function createUserSessionStore(db: Db): UserSessionStore {
  return {
    insert: async (tx, session, tokenHash) =>
      execute(tx, 'user_session_insert')`
        INSERT INTO user_sessions (token_hash, id, user_id, started_at, seen_at, proved_at,
        address, user_agent) VALUES (${tokenHash}, ${session.id}, ${session.userId},
          ${session.startedAt}, ${session.seenAt}, ${session.provedAt}, ${session.address},
          ${session.userAgent})`,

    async find(tokenHash, { startedAfter, seenAfter }) {
      const [row] = await db.query<Session & Omit<User, 'id'>>(sql('user_session_find')`
        SELECT ${raw(SESSION)}, u.company_id AS "companyId", u.email, u.name, u.role, u.state,
          u.created_at AS "createdAt"
        FROM user_sessions s JOIN users u ON u.id = s.user_id
        WHERE s.token_hash = ${tokenHash} AND s.started_at > ${startedAfter}
          AND s.seen_at > ${seenAfter} AND u.state = 'active'`);
      if (row === undefined) return null;
      const { companyId, email, name, role, state, createdAt, ...session } = row;
      const user = { id: session.userId, companyId, email, name, role, state, createdAt };
      return { session, user };
    },

    list: async (userId, { startedAfter, seenAfter }) =>
      db.query<Session>(sql('user_session_list')`SELECT ${raw(SESSION)} FROM user_sessions s
        WHERE s.user_id = ${userId} AND s.started_at > ${startedAfter} AND s.seen_at > ${seenAfter}
        ORDER BY s.started_at DESC, s.id`),

    see: async (tokenHash, at) =>
      execute(db, 'user_session_see', at)`
        UPDATE user_sessions SET seen_at = $1 WHERE token_hash = ${tokenHash} AND seen_at < $1`,

    prove: async (tokenHash, at) =>
      execute(db, 'user_session_prove')`
        UPDATE user_sessions SET proved_at = ${at} WHERE token_hash = ${tokenHash}`,

    revoke: async (tx, userId, id) =>
      hasRows(tx, 'user_session_revoke')`
        DELETE FROM user_sessions WHERE user_id = ${userId} AND id = ${id} RETURNING id`,

    async revokeAll(tx, userId, except) {
      const rows = await tx.query(sql('user_session_revoke_all')`
        DELETE FROM user_sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${except}
        RETURNING id`);
      return rows.length;
    },

    deleteOver: async (tx, { startedAfter, seenAfter }) =>
      execute(tx, 'user_session_delete_over')`
        DELETE FROM user_sessions WHERE started_at <= ${startedAfter} OR seen_at <= ${seenAfter}`,
  };
}
