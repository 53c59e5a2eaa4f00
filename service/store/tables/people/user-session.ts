import type { Db } from '../../../base/shared/db.ts';
import type { Session, UserSessionStore } from '../../../domain/people/session.ts';
import type { User } from '../../../domain/people/user.ts';
import { execute, hasRows } from '../rows.ts';

const SESSION = `s.id, s.user_id AS "userId", s.started_at AS "startedAt", s.seen_at AS "seenAt",
  s.proved_at AS "provedAt", s.address, s.user_agent AS "userAgent"`;

export function createUserSessionStore(db: Db): UserSessionStore {
  return {
    insert: async (tx, session, tokenHash) =>
      execute(tx, {
        name: 'user_session_insert',
        text: `INSERT INTO user_sessions (token_hash, id, user_id, started_at, seen_at, proved_at,
            address, user_agent) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [
          tokenHash,
          session.id,
          session.userId,
          session.startedAt,
          session.seenAt,
          session.provedAt,
          session.address,
          session.userAgent,
        ],
      }),

    async find(tokenHash, { startedAfter, seenAfter }) {
      const [row] = await db.query<Session & Omit<User, 'id'>>({
        name: 'user_session_find',
        text: `SELECT ${SESSION}, u.company_id AS "companyId", u.email, u.name, u.role, u.state,
            u.created_at AS "createdAt"
          FROM user_sessions s JOIN users u ON u.id = s.user_id
          WHERE s.token_hash = $1 AND s.started_at > $2 AND s.seen_at > $3 AND u.state = 'active'`,
        values: [tokenHash, startedAfter, seenAfter],
      });
      if (row === undefined) return null;
      const { companyId, email, name, role, state, createdAt, ...session } = row;
      const user = { id: session.userId, companyId, email, name, role, state, createdAt };
      return { session, user };
    },

    list: async (userId, { startedAfter, seenAfter }) =>
      db.query<Session>({
        name: 'user_session_list',
        text: `SELECT ${SESSION} FROM user_sessions s
          WHERE s.user_id = $1 AND s.started_at > $2 AND s.seen_at > $3
          ORDER BY s.started_at DESC, s.id`,
        values: [userId, startedAfter, seenAfter],
      }),

    see: async (tokenHash, at) =>
      execute(db, {
        name: 'user_session_see',
        text: 'UPDATE user_sessions SET seen_at = $2 WHERE token_hash = $1 AND seen_at < $2',
        values: [tokenHash, at],
      }),

    prove: async (tokenHash, at) =>
      execute(db, {
        name: 'user_session_prove',
        text: 'UPDATE user_sessions SET proved_at = $2 WHERE token_hash = $1',
        values: [tokenHash, at],
      }),

    revoke: async (tx, userId, id) =>
      hasRows(tx, {
        name: 'user_session_revoke',
        text: 'DELETE FROM user_sessions WHERE user_id = $1 AND id = $2 RETURNING id',
        values: [userId, id],
      }),

    async revokeAll(tx, userId, except) {
      const rows = await tx.query({
        name: 'user_session_revoke_all',
        text: `DELETE FROM user_sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2
          RETURNING id`,
        values: [userId, except],
      });
      return rows.length;
    },

    deleteOver: async (tx, { startedAfter, seenAfter }) =>
      execute(tx, {
        name: 'user_session_delete_over',
        text: 'DELETE FROM user_sessions WHERE started_at <= $1 OR seen_at <= $2',
        values: [startedAfter, seenAfter],
      }),
  };
}
