import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyedServices } from '../../acts/services.ts';
import type { Db } from '../../base/shared/db.ts';
import { ALL_COMPANIES, openSettings } from '../../providers/credentials.ts';
import { createRecoveryCodeStore } from '../../store/tables/people/user-recovery-code.ts';
import { storedCredentials } from '../../testing/stored-credentials.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { statementDatabases, testDatabases } from '../../testing/test-db.ts';
import { openTestOperator, TEST_KEY } from '../../testing/test-operator.ts';
import { joinAsUser } from '../../testing/test-people.ts';
import { payinByToken, startTestService, validPayin } from '../../testing/test-service.ts';
import { beginTotp, confirmTotp, requireReadableTotp } from '../people/second-factor.ts';
import { codeAt } from '../people/totp.ts';
import { liveSecrets } from '../webhooks/webhook-signing.ts';

const FIRST = { version: 1, key: TEST_KEY };
const SECOND = { version: 2, key: new Uint8Array(32).fill(9) };

/** Leaves something of every kind sealed: a waiting card, a card on file, secrets, state. */
async function fill(db: Db) {
  const service = await startTestService({ db: { ...db, close: async () => undefined } });
  const call = async (path: string, account: string, body: unknown) =>
    (await service.post(account, path, body)).body;
  await call('/payin', 'no3ds', validPayin());
  const card = { ...validPayin().card, number: '4000000000002503' };
  await call('/payin', 'postorder', validPayin({ card }));
  const made = await service.tokenize('cardonfile', { referenceId: 'on-file' });
  const { token } = made;
  await call('/payin', 'cardonfile', payinByToken(made));
  await call('/sandbox/webhooks/enable-signing', 'no3ds', {});
  await call('/sandbox/webhooks/rotate-secret', 'no3ds', {});
  await service.stop();
  const { services } = await openTestOperator(db);
  for (const companyId of [ALL_COMPANIES, 'no3ds']) {
    const credentials = storedCredentials(services, { companyId });
    await db.transaction((tx) => services.providerCredentials.insert(tx, credentials));
  }
  await leaveApps(db, services);
  return String(token);
}

/** Somebody's app, and the next one, which waits for its first code. */
async function leaveApps(db: Db, services: KeyedServices) {
  const { id } = await joinAsUser(db, 'app@example.com');
  const made = { ...services, recoveryCodes: createRecoveryCodeStore(db) };
  const secret = await beginTotp(id, made);
  const code = secret === null ? '' : codeAt(secret, services.now());
  await confirmTotp(id, { code, replaces: false }, async () => undefined, made);
  await beginTotp(id, made);
}

describe.each(testDatabases())('rotating the key-encryption key on $engine', (database) => {
  let db: Db;
  let token: string;
  beforeEach(async () => {
    db = await database.openEmpty();
    token = await fill(db);
    return () => db.close();
  });

  const versionsOf = async (keys: (typeof FIRST)[]) => {
    const rows = await (await openTestOperator(db, { keyEncryptionKeys: keys })).rows('kek status');
    return Object.fromEntries(rows.map(({ kind, version }) => [String(kind), version]));
  };

  it('brings everything under the newest key, after which the old one opens nothing', async () => {
    expect(await versionsOf([FIRST])).toEqual({
      authentications: 1,
      'authenticator apps': 1,
      cards: 1,
      'hash root': 1,
      'provider credentials': 1,
      'provider state': 1,
      'webhook secrets': 1,
    });
    const both = await openTestOperator(db, { keyEncryptionKeys: [SECOND, FIRST] });
    const secrets = await liveSecrets('no3ds', both.services);
    const apps = await both.services.totp.listSealed({ notUnder: null, after: '' });
    expect(apps.some(({ sealed, newSealed }) => sealed !== null && newSealed !== null)).toBe(true);
    const { notes } = await both.run('kek rotate');
    expect(notes).toContain(
      'Nothing here hangs on version 1 any more; backups made before still need it.',
    );
    expect(await both.audit('system', 2)).toMatchObject([
      { action: 'kek rotate', subjects: { version: 2 }, result: 'done' },
      { action: 'kek rotate', result: 'begun' },
    ]);

    const after = await openTestOperator(db, { keyEncryptionKeys: [SECOND] });
    expect(await liveSecrets('no3ds', after.services)).toEqual(secrets);
    for (const app of await after.services.totp.listSealed({ notUnder: null, after: '' })) {
      expect(() => requireReadableTotp(app, after.services.envelope)).not.toThrow();
    }
    for (const companyId of [ALL_COMPANIES, 'no3ds']) {
      const [credentials] = await after.services.providerCredentials.list(companyId);
      if (credentials === undefined) throw new Error('no credentials are kept');
      const opened = openSettings(credentials, after.services.envelope);
      expect(opened).toEqual({ 'client-secret': 'a-secret' });
    }
    const service = await startTestService({
      db: { ...db, close: async () => undefined },
      settings: { keyEncryptionKeys: [SECOND] },
    });
    const charged = await service.post(
      'cardonfile',
      '/payin',
      validPayin({ card: { token, installments: 1, cvv: '123' } }),
    );
    expect(charged.body.status).toBe('APPROVED');
    await service.stop();
    await expect(openTestOperator(db, { keyEncryptionKeys: [FIRST] })).rejects.toThrow(
      'KEY_ENCRYPTION_KEY lacks version 2, under which this database is sealed.',
    );
    const another = { ...SECOND, key: FIRST.key };
    await expect(openTestOperator(db, { keyEncryptionKeys: [another] })).rejects.toThrow(
      'KEY_ENCRYPTION_KEY is not the key this database was written with.',
    );
  });

  it('may be repeated, and finishes what was interrupted', async () => {
    const both = await openTestOperator(db, { keyEncryptionKeys: [SECOND, FIRST] });
    const { services } = both;
    const broken = {
      ...services.cardTokens,
      replaceSealed: () => Promise.reject(new Error('cut')),
    };
    const { cardTokens } = services;
    services.cardTokens = broken;
    await expect(both.run('kek rotate')).rejects.toThrow('cut');
    expect(await both.audit('system', 2)).toMatchObject([
      { result: 'failed', code: null },
      { result: 'begun' },
    ]);
    services.cardTokens = cardTokens;
    const rows = await both.rows('kek rotate');
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2]));
    await both.run('kek rotate');
  });

  it('refuses to begin where something hangs on a key that is not there', async () => {
    const both = await openTestOperator(db, { keyEncryptionKeys: [SECOND, FIRST] });
    await both.services.hashRoots.replace(
      both.services.envelope.rewrap(
        (await both.services.hashRoots.read()) ?? new Uint8Array(),
        'hash-root',
      ),
    );
    const without = await openTestOperator(db, { keyEncryptionKeys: [SECOND] });
    await expect(without.run('kek rotate')).rejects.toThrow(
      /^KEY_ENCRYPTION_KEY lacks version 1, on which [\w ]+ still hang\.$/,
    );
  });
});

describe('the key file of the sandbox', () => {
  const dataDir = temporaryFolder('key-file');
  const file = join(dataDir, 'key-encryption-key');

  it('gets a new key in front, under which everything is brought and sealed from then on', async () => {
    const [database] = statementDatabases();
    if (database === undefined) throw new Error('no engine');
    const db = await database.openEmpty();
    writeFileSync(file, `1:${Buffer.from(TEST_KEY).toString('base64')}\n`);
    await fill(db);
    const operator = await openTestOperator(db, { dataDir }, { hasKeyFile: true });
    const rows = await operator.rows('kek rotate');
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([2]));
    expect(readFileSync(file, 'utf8')).toMatch(/^2:[\w+/=]{44},1:[\w+/=]{44}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(operator.services.envelope.currentVersion).toBe(2);
    const { secret } = await operator.record('signing activate', { company: 'manual' });
    expect(await liveSecrets('manual', operator.services)).toEqual([secret]);
    expect(await operator.rows('kek status')).toMatchObject(rows.map(() => ({ version: 2 })));
    await db.close();
  });

  it.each(statementDatabases())('is made on $engine where nobody has one', async (database) => {
    const db = await database.openEmpty();
    const { services } = await openTestOperator(db, { dataDir }, { hasKeyFile: true });
    expect(services.addKey === null).toBe(db.engine === 'postgres');
    await db.close();
  });
});
