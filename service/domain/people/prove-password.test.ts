import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createSharedRateLimiter } from '../../store/tables/limits/shared-rate-limit.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import { opened } from '../../testing/opened.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { acceptInvitation, inviteUser } from './invitation.ts';
import { newKnownBrowser } from './known-browser.ts';
import { provePassword, SIGN_IN_LIMITS } from './prove-password.ts';
import type { User } from './user.ts';

const PASSWORD = 'correct horse battery';
const START = new Date('2026-11-23T12:00:00Z').getTime();
const ADDRESS = '198.51.100.7';

describe.each(testDatabases())('a password at sign-in on $engine', (database) => {
  const db = opened(database.openMigrated);
  const ana = opened(() => join('ana@example.com'));
  beforeAll(async () => {
    const gone = await join('gone@example.com');
    await db.transaction((tx) => later(0).users.remove(tx, gone.id));
    await invite('invited@example.com');
  });
  beforeEach(() => db.query({ name: '', text: 'DELETE FROM rate_limits', values: [] }));

  const background: Promise<void>[] = [];
  const settled = () => Promise.all(background.splice(0));
  // What one test has told the log is there before the next one counts its entries.
  afterEach(settled);
  const hash = createKeyedHash(new Uint8Array(32).fill(8));
  const randomBytes = createRandomBytes();
  const later = (ms: number) => ({
    ...{ db, hash, randomBytes, users: createUserStore(db) },
    rateLimiter: createSharedRateLimiter(db),
    audit: createAuditLog(db),
    inBackground: (work: Promise<void>) => void background.push(work),
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
  const prove = (email: string, password = PASSWORD, block = ADDRESS, ms = 0, more = {}) => {
    const from = { address: block, network: block, block, userAgent: 'Mozilla/5.0', browser: '' };
    return provePassword({ email, password }, { ...from, ...more }, later(ms));
  };

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
    'is not looked at after ten tries of %s from networks of one block, for a quarter of an hour',
    async (email) => {
      const { limit, windowMs } = SIGN_IN_LIMITS.accountFromNetwork;
      for (let index = 0; index < limit; index += 1) {
        const network = `${ADDRESS} ${index}`;
        expect(await prove(email, 'too short', ADDRESS, 0, { network })).toBeNull();
      }
      const refused = { code: 'RATE_LIMITED', retryAfterSeconds: windowMs / 1_000 };
      await expect(prove(email)).rejects.toMatchObject(refused);
      await expect(prove(email.toUpperCase())).rejects.toMatchObject(refused);
      const person = email === ana.email ? ana : null;
      expect(await prove(email, PASSWORD, '203.0.113.9')).toEqual(person);
      expect(await prove(email, PASSWORD, ADDRESS, windowMs)).toEqual(person);
    },
  );

  it.each(['ana@example.com', 'nobody@example.com'])(
    'is not looked at after many tries of %s, from however many networks',
    async (email) => {
      const { limit } = SIGN_IN_LIMITS.account;
      const { rateLimiter, now } = later(0);
      const account = Buffer.from(hash('sign-in-account', email)).toString('base64url');
      for (let index = 0; index < limit; index += 1) {
        await rateLimiter.take(SIGN_IN_LIMITS.account, account, now());
      }
      await expect(prove(email)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    },
  );

  it('is looked at ten times in a browser that was signed in by before, whoever tries elsewhere', async () => {
    const { rateLimiter, now } = later(0);
    const account = Buffer.from(hash('sign-in-account', ana.email ?? '')).toString('base64url');
    for (let nth = 0; nth < SIGN_IN_LIMITS.account.limit; nth += 1) {
      await rateLimiter.take(SIGN_IN_LIMITS.account, account, now());
    }
    const [hers, others] = ['Ana@Example.com', 'eva@example.com'].map((email) =>
      newKnownBrowser(email, { hash, randomBytes }),
    );
    const by = (browser = '') => prove('ana@example.com', PASSWORD, ADDRESS, 0, { browser });
    for (const stranger of ['', others, `${hers}x`, hers?.split('.')[0]]) {
      await expect(by(stranger)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    }
    for (let nth = 0; nth < SIGN_IN_LIMITS.knownBrowser.limit; nth += 1) {
      expect(await by(hers)).toEqual(ana);
    }
    await expect(by(hers)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('is not looked at after many tries from one network, whoever is tried', async () => {
    const { limit } = SIGN_IN_LIMITS.network;
    const { rateLimiter, now } = later(0);
    for (let index = 0; index < limit; index += 1) {
      await rateLimiter.take(SIGN_IN_LIMITS.network, ADDRESS, now());
    }
    await expect(prove('ana@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await prove('ana@example.com', PASSWORD, '203.0.113.9')).toEqual(ana);
  });

  it('tells the log of a wrong one of somebody, and of nobody who is not there', async () => {
    const { audit } = later(0);
    const before = (await audit.list('acme', 100)).length;
    await prove('ana@example.com', 'wrong horse battery');
    await prove('nobody@example.com', 'wrong horse battery');
    await prove('gone@example.com', 'wrong horse battery');
    await settled();
    const entries = await audit.list('acme', 100);
    expect(entries).toHaveLength(before + 1);
    expect(entries.filter(({ action }) => action === 'user sign-in')[0]).toMatchObject({
      actor: ana.id,
      subjects: { user: ana.id, address: ADDRESS },
      result: 'refused',
      code: 'WRONG_PASSWORD',
    });
  });

  it('leaves neither itself nor who was tried in any row', async () => {
    await prove('somebody.else@example.com', 'an unusual long secret');
    const rows = await readEveryRow(db);
    expect(rows.filter((row) => /somebody\.else|unusual/.test(row))).toEqual([]);
  });
});
