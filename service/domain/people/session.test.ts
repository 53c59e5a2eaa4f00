import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import { createUserSessionStore } from '../../store/tables/people/user-session.ts';
import { opened } from '../../testing/opened.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { acceptInvitation, inviteUser } from './invitation.ts';
import {
  hasFreshProof,
  listSessions,
  openSession,
  proveSession,
  SESSION_TIMES,
  startSession,
} from './session.ts';
import type { User } from './user.ts';

const START = new Date('2026-11-23T12:00:00Z').getTime();
const FROM = { address: '198.51.100.7', userAgent: 'Mozilla/5.0' };
const { idleMs, longestMs, freshProofMs, seenEveryMs } = SESSION_TIMES;

describe.each(testDatabases())('a session on $engine', (database) => {
  const db = opened(database.openMigrated);
  const ana = opened(() => join('ana@example.com'));
  const bia = opened(() => join('bia@example.com'));

  const hash = createKeyedHash(new Uint8Array(32).fill(8));
  const randomBytes = createRandomBytes();
  const later = (ms: number) => ({
    ...{ db, hash, randomBytes, users: createUserStore(db) },
    sessions: createUserSessionStore(db),
    now: () => new Date(START + ms),
  });
  async function join(email: string): Promise<User> {
    const asked = { companyId: 'acme', email, name: 'Ana', role: 'owner' } as const;
    const invited = await db.transaction((tx) => inviteUser(tx, asked, later(0)));
    const given = { token: invited?.token ?? '', password: 'correct horse battery' };
    const user = await acceptInvitation(given, async () => undefined, later(0));
    if (user === null) throw new Error('nobody was let in');
    return user;
  }
  const start = (user: User, ms = 0, from = FROM) =>
    db.transaction((tx) => startSession(tx, user, from, later(ms)));

  it('is opened by its token, which is kept nowhere', async () => {
    const { token, session } = await start(ana);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await openSession(token, later(0))).toEqual({ session, user: ana });
    expect((await readEveryRow(db)).filter((row) => row.includes(token))).toEqual([]);
    for (const other of ['', session.id, `${token}A`, token.slice(1)]) {
      expect(await openSession(other, later(0))).toBeNull();
    }
  });

  it('ends half an hour after it was last used', async () => {
    const { token } = await start(ana);
    expect(await openSession(token, later(idleMs - 1))).not.toBeNull();
    expect(await openSession(token, later(2 * idleMs - 2))).not.toBeNull();
    expect(await openSession(token, later(3 * idleMs - 2))).toBeNull();
  });

  it('is not used by what a page asks by itself, and ends in spite of it', async () => {
    const { token } = await start(ana);
    const notUsed = (ms: number) => openSession(token, later(ms), { isUse: false });
    expect((await notUsed(idleMs - 1))?.session.seenAt).toEqual(new Date(START));
    expect((await openSession(token, later(idleMs - 1)))?.session.seenAt).toEqual(new Date(START));
    expect(await notUsed(2 * idleMs - 2)).not.toBeNull();
    expect(await notUsed(2 * idleMs - 1)).toBeNull();
  });

  it('ends twelve hours after it began, however busy', async () => {
    const { token } = await start(ana);
    const step = idleMs / 2;
    for (let ms = step; ms < longestMs; ms += step) {
      expect(await openSession(token, later(ms))).not.toBeNull();
    }
    expect(await openSession(token, later(longestMs - 1))).not.toBeNull();
    expect(await openSession(token, later(longestMs))).toBeNull();
  });

  it('writes at most once a minute that it was used', async () => {
    const { token } = await start(ana);
    const seenAt = async (ms: number) => (await openSession(token, later(ms)))?.session.seenAt;
    await seenAt(seenEveryMs - 1);
    expect(await seenAt(seenEveryMs - 1)).toEqual(new Date(START));
    await seenAt(seenEveryMs);
    expect(await seenAt(seenEveryMs)).toEqual(new Date(START + seenEveryMs));
  });

  it('has a fresh proof for five minutes, and again after the next one', async () => {
    const { token, session } = await start(ana);
    const at = (ms: number) => new Date(START + ms);
    expect(hasFreshProof(session, at(freshProofMs - 1))).toBe(true);
    expect(hasFreshProof(session, at(freshProofMs))).toBe(false);
    await proveSession(token, later(freshProofMs));
    const proved = (await openSession(token, later(freshProofMs)))?.session ?? session;
    expect(hasFreshProof(proved, at(2 * freshProofMs - 1))).toBe(true);
    expect(hasFreshProof(proved, at(2 * freshProofMs))).toBe(false);
  });

  it('is listed with where it came from, shortened, until it is over', async () => {
    const user = await join('list@example.com');
    const first = await start(user, 0, { ...FROM, userAgent: 'x'.repeat(5_000) });
    const second = await start(user, 1_000);
    expect(first.session.userAgent).toHaveLength(200);
    const list = (ms: number) => listSessions(user.id, later(ms));
    expect(await list(1_000)).toEqual([second.session, first.session]);
    expect(await list(idleMs)).toEqual([second.session]);
    expect(await list(idleMs + 1_000)).toEqual([]);
  });

  it('is revoked by its own user alone, and at once', async () => {
    const { token, session } = await start(ana);
    const { sessions } = later(0);
    const revoke = (user: User) => db.transaction((tx) => sessions.revoke(tx, user.id, session.id));
    expect(await revoke(bia)).toBe(false);
    expect(await openSession(token, later(0))).not.toBeNull();
    expect(await revoke(ana)).toBe(true);
    expect(await revoke(ana)).toBe(false);
    expect(await openSession(token, later(0))).toBeNull();
  });

  it('stays when all others of its user are revoked, and those of others do', async () => {
    const user = await join('all@example.com');
    const [one, other, third] = [await start(user), await start(user), await start(user)];
    const ofBia = await start(bia);
    const { sessions } = later(0);
    const revokeAll = (except: string | null) =>
      db.transaction((tx) => sessions.revokeAll(tx, user.id, except));
    expect(await revokeAll(one.session.id)).toBe(2);
    expect(await openSession(other.token, later(0))).toBeNull();
    expect(await openSession(third.token, later(0))).toBeNull();
    expect(await openSession(one.token, later(0))).not.toBeNull();
    expect(await revokeAll(null)).toBe(1);
    expect(await openSession(one.token, later(0))).toBeNull();
    expect(await openSession(ofBia.token, later(0))).not.toBeNull();
  });

  it('ends with the removal of its user, also one that starts at that moment', async () => {
    const user = await join('gone@example.com');
    const { token } = await start(user);
    await db.transaction((tx) => later(0).users.remove(tx, user.id));
    expect(await openSession(token, later(0))).toBeNull();
    const late = await start(user);
    expect(await openSession(late.token, later(0))).toBeNull();
  });

  it('leaves nothing behind once it is over and somebody else comes', async () => {
    const { session } = await start(ana, 0, { ...FROM, address: '203.0.113.99' });
    await start(bia, longestMs);
    const rows = await readEveryRow(db);
    expect(rows.filter((row) => row.includes(session.id) || row.includes('203.0.113.99'))).toEqual(
      [],
    );
  });
});
