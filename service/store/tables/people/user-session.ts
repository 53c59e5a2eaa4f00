import type { Db } from '../../../base/shared/db.ts';
import type { Session, UserSessionStore } from '../../../domain/people/session.ts';
import type { User } from '../../../domain/people/user.ts';

type SessionRow = {
  id: string;
  user_id: string;
  started_at: Date;
  seen_at: Date;
  proved_at: Date;
  address: string;
  user_agent: string;
};

type UserRow = {
  company_id: string | null;
  email: string | null;
  name: string | null;
  role: User['role'];
  state: User['state'];
  created_at: Date;
};

const SESSION = 's.id, s.user_id, s.started_at, s.seen_at, s.proved_at, s.address, s.user_agent';

export function createUserSessionStore(db: Db): UserSessionStore {
  return {
    async insert(tx, session, tokenHash) {
      await tx.query({
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
      });
    },

    async find(tokenHash, { startedAfter, seenAfter }) {
      const [row] = await db.query<SessionRow & UserRow>({
        name: 'user_session_find',
        text: `SELECT ${SESSION}, u.company_id, u.email, u.name, u.role, u.state, u.created_at
          FROM user_sessions s JOIN users u ON u.id = s.user_id
          WHERE s.token_hash = $1 AND s.started_at > $2 AND s.seen_at > $3 AND u.state = 'active'`,
        values: [tokenHash, startedAfter, seenAfter],
      });
      return row === undefined ? null : { session: toSession(row), user: toUser(row) };
    },

    async list(userId, { startedAfter, seenAfter }) {
      const rows = await db.query<SessionRow>({
        name: 'user_session_list',
        text: `SELECT ${SESSION} FROM user_sessions s
          WHERE s.user_id = $1 AND s.started_at > $2 AND s.seen_at > $3
          ORDER BY s.started_at DESC, s.id`,
        values: [userId, startedAfter, seenAfter],
      });
      return rows.map(toSession);
    },

    async see(tokenHash, at) {
      await db.query({
        name: 'user_session_see',
        text: 'UPDATE user_sessions SET seen_at = $2 WHERE token_hash = $1 AND seen_at < $2',
        values: [tokenHash, at],
      });
    },

    async prove(tokenHash, at) {
      await db.query({
        name: 'user_session_prove',
        text: 'UPDATE user_sessions SET proved_at = $2 WHERE token_hash = $1',
        values: [tokenHash, at],
      });
    },

    async revoke(tx, userId, id) {
      const rows = await tx.query({
        name: 'user_session_revoke',
        text: 'DELETE FROM user_sessions WHERE user_id = $1 AND id = $2 RETURNING id',
        values: [userId, id],
      });
      return rows.length > 0;
    },

    async revokeAll(tx, userId, except) {
      const rows = await tx.query({
        name: 'user_session_revoke_all',
        text: `DELETE FROM user_sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2
          RETURNING id`,
        values: [userId, except],
      });
      return rows.length;
    },

    async deleteOver(tx, { startedAfter, seenAfter }) {
      await tx.query({
        name: 'user_session_delete_over',
        text: 'DELETE FROM user_sessions WHERE started_at <= $1 OR seen_at <= $2',
        values: [startedAfter, seenAfter],
      });
    },
  };
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    provedAt: row.proved_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}

function toUser(row: SessionRow & UserRow): User {
  return {
    id: row.user_id,
    companyId: row.company_id,
    email: row.email,
    name: row.name,
    role: row.role,
    state: row.state,
    createdAt: row.created_at,
  };
}
