import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { User } from './user.ts';

const MINUTE_MS = 60_000;

/** Decision: half an hour unused, twelve hours in all; a fresh proof counts five minutes. */
export const SESSION_TIMES = {
  idleMs: 30 * MINUTE_MS,
  longestMs: 12 * 60 * MINUTE_MS,
  freshProofMs: 5 * MINUTE_MS,
  seenEveryMs: MINUTE_MS,
};

export type SessionOrigin = { address: string; userAgent: string };

export type Session = SessionOrigin & {
  id: string;
  userId: string;
  startedAt: Date;
  /** To the minute. */
  seenAt: Date;
  provedAt: Date;
};

/** What is not over at a moment began and was seen after these. */
export type SessionsAlive = { startedAfter: Date; seenAfter: Date };

export interface UserSessionStore {
  insert(tx: Queryable, session: Session, tokenHash: Uint8Array): Promise<void>;
  find(
    tokenHash: Uint8Array,
    alive: SessionsAlive,
  ): Promise<{ session: Session; user: User } | null>;
  /** The newest first. */
  list(userId: string, alive: SessionsAlive): Promise<Session[]>;
  see(tokenHash: Uint8Array, at: Date): Promise<void>;
  prove(tokenHash: Uint8Array, at: Date): Promise<void>;
  revoke(tx: Queryable, userId: string, id: string): Promise<boolean>;
  revokeAll(tx: Queryable, userId: string, except: string | null): Promise<number>;
  deleteOver(tx: Queryable, alive: SessionsAlive): Promise<void>;
}

export type SessionServices = { sessions: UserSessionStore; hash: KeyedHash; now: () => Date };

/** Opens a session; its token, 256 random bits, is kept as a hash alone. Clears away what is over. */
export async function startSession(
  tx: Queryable,
  user: Pick<User, 'id'>,
  { address, userAgent }: SessionOrigin,
  { sessions, hash, now, randomBytes }: SessionServices & { randomBytes: RandomBytes },
): Promise<{ token: string; session: Session }> {
  const at = now();
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  const session: Session = {
    id: `ses_${Buffer.from(randomBytes(16)).toString('base64url')}`,
    userId: user.id,
    startedAt: at,
    seenAt: at,
    provedAt: at,
    address,
    userAgent: userAgent.slice(0, 200),
  };
  await sessions.deleteOver(tx, aliveAt(at));
  await sessions.insert(tx, session, hash('user-session', token));
  return { token, session };
}

/** Counts as use unless told otherwise; null where it is over, revoked or none. */
export async function openSession(
  token: string,
  { sessions, hash, now }: SessionServices,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<{ session: Session; user: User } | null> {
  const at = now();
  const tokenHash = hash('user-session', token);
  const found = await sessions.find(tokenHash, aliveAt(at));
  if (found === null) return null;
  if (isUse && at.getTime() - found.session.seenAt.getTime() >= SESSION_TIMES.seenEveryMs) {
    await sessions.see(tokenHash, at);
  }
  return found;
}

export function listSessions(
  userId: string,
  { sessions, now }: Pick<SessionServices, 'sessions' | 'now'>,
): Promise<Session[]> {
  return sessions.list(userId, aliveAt(now()));
}

export async function proveSession(
  token: string,
  { sessions, hash, now }: SessionServices,
): Promise<void> {
  await sessions.prove(hash('user-session', token), now());
}

export function hasFreshProof({ provedAt }: Pick<Session, 'provedAt'>, now: Date): boolean {
  return now.getTime() - provedAt.getTime() < SESSION_TIMES.freshProofMs;
}

function aliveAt(now: Date): SessionsAlive {
  return {
    startedAfter: new Date(now.getTime() - SESSION_TIMES.longestMs),
    seenAfter: new Date(now.getTime() - SESSION_TIMES.idleMs),
  };
}
