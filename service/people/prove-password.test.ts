import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyedHash } from '../crypto/keyed-hash.ts';
import { createRandomBytes } from '../crypto/random-bytes.ts';
import type { Db } from '../shared/db.ts';
import { createSharedRateLimiter } from '../store/shared-rate-limit.ts';
import { createUserStore } from '../store/user.ts';
import { readEveryRow } from '../testing/test-canary.ts';
import { testDatabases } from '../testing/test-db.ts';
import { acceptInvitation, inviteUser } from './invitation.ts';
import { provePassword, SIGN_IN_LIMITS } from './prove-password.ts';
import type { User } from './user.ts';

const PASSWORD = 'correct horse battery';
const START = new Date('2026-11-23T12:00:00Z').getTime();
const ADDRESS = '198.51.100.7';

describe.each(testDatabases())('a password at sign-in on $engine', (database) => {
  let db: Db;
  let ana: User;
  beforeAll(async () => {
    db = await database.openMigrated();
    ana = await join('ana@example.com');
    const gone = await join('gone@example.com');
    await db.transaction((tx) => later(0).users.remove(tx, gone.id));
    await invite('invited@example.com');
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await db.query({ name: '', text: 'DELETE FROM rate_limits', values: [] });
  });

  const hash = createKeyedHash(new Uint8Array(32).fill(8));
  const randomBytes = createRandomBytes();
  const later = (ms: number) => ({
    ...{ db, hash, randomBytes, users: createUserStore(db) },
    rateLimiter: createSharedRateLimiter(db),
    now: () => new Date(START + ms),
  });
  const invite = (email: string) =>
    db.transaction((tx) =>
      inviteUser(tx, { companyId: 'acme', email, name: 'Ana', role: 'owner' }, later(0)),
    );
  async function join(email: string): Promise<User> {
    const given = { token: (await invite(email))?.token ?? '', password: PASSWORD };
    const user = await acceptInvitation(given, async () => undefined, later(0));
    if (user === null) throw new Error('nobody was let in');
    return user;
  }
  const prove = (email: string, password = PASSWORD, address = ADDRESS, ms = 0) =>
    provePassword({ email, password }, address, later(ms));

  it('proves who somebody is, however the address was typed', async () => {
    expect(await prove('ana@example.com')).toEqual(ana);
    expect(await prove(' Ana@Example.COM')).toEqual(ana);
  });

  it.each([
    ['a wrong password', 'ana@example.com', 'wrong horse battery'],
    ['no password', 'ana@example.com', ''],
    ['an address that is nobody’s', 'nobody@example.com', PASSWORD],
    ['somebody who has not accepted yet', 'invited@example.com', PASSWORD],
    ['somebody who was removed', 'gone@example.com', PASSWORD],
    ['no address', '', PASSWORD],
  ])('is refused for %s', async (_name, email, password) => {
    expect(await prove(email, password)).toBeNull();
  });

  it.each(['ana@example.com', 'nobody@example.com', 'gone@example.com'])(
    'is not looked at after ten tries of %s, from wherever they came, for a quarter of an hour',
    async (email) => {
      const { limit, windowMs } = SIGN_IN_LIMITS.account;
      const take = (index: number) => prove(email, 'too short', `198.51.100.${index}`);
      for (let index = 0; index < limit; index += 1) expect(await take(index)).toBeNull();
      const refused = { code: 'RATE_LIMITED', retryAfterSeconds: windowMs / 1_000 };
      await expect(prove(email)).rejects.toMatchObject(refused);
      await expect(prove(email.toUpperCase())).rejects.toMatchObject(refused);
      const isAna = email === ana.email;
      expect(await prove(email, PASSWORD, ADDRESS, windowMs)).toEqual(isAna ? ana : null);
    },
  );

  it('is not looked at after many tries from one address, whoever is tried', async () => {
    const { limit } = SIGN_IN_LIMITS.address;
    const { rateLimiter, now } = later(0);
    for (let index = 0; index < limit; index += 1) {
      await rateLimiter.take(SIGN_IN_LIMITS.address, ADDRESS, now());
    }
    await expect(prove('ana@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await prove('ana@example.com', PASSWORD, '203.0.113.9')).toEqual(ana);
  });

  it('leaves neither itself nor who was tried in any row', async () => {
    await prove('somebody.else@example.com', 'an unusual long secret');
    const rows = await readEveryRow(db);
    expect(rows.filter((row) => /somebody\.else|unusual/.test(row))).toEqual([]);
  });
});
