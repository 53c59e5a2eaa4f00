import { beforeEach, describe, expect, it } from 'vitest';
import { createEnvelope } from '../../../base/crypto/envelope.ts';
import { createKeyedHash } from '../../../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../../../base/crypto/random-bytes.ts';
import {
  ALL_COMPANIES,
  newNoticeSecret,
  openNoticeSecret,
  openSettings,
} from '../../../providers/credentials.ts';
import { opened } from '../../../testing/opened.ts';
import { storedCredentials } from '../../../testing/stored-credentials.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createProviderCredentialStore, createProviderRouteStore } from './provider-credentials.ts';

const randomBytes = createRandomBytes();
const sealing = {
  envelope: createEnvelope([{ version: 1, key: new Uint8Array(32).fill(7) }], randomBytes),
  hash: createKeyedHash(new Uint8Array(32).fill(8)),
  randomBytes,
};
const KEY = { companyId: 'acme', provider: 'inter' };
const AT = new Date('2026-11-23T12:00:00Z');

describe.each(statementDatabases())('credentials at providers on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeEach(async () => {
    for (const table of ['provider_credentials', 'provider_notices', 'provider_routes']) {
      await db.query({ name: '', text: `DELETE FROM ${table}`, values: [] });
    }
  });

  const made = storedCredentials(sealing, { ...KEY, certificateEndsAt: AT });
  const insert = (credentials = made) =>
    db.transaction((tx) => createProviderCredentialStore(db).insert(tx, credentials));

  it('are kept as they were given, and once', async () => {
    const store = createProviderCredentialStore(db);
    expect(await store.find(KEY)).toBeNull();
    expect(await insert()).toBe(true);
    expect(await insert(storedCredentials(sealing, KEY))).toBe(false);
    expect(await store.find(KEY)).toEqual(made);
    expect(await store.list('acme')).toEqual([made]);
    expect(await store.list(ALL_COMPANIES)).toEqual([]);
  });

  it('open in their own place, and in no other', async () => {
    await insert();
    const kept = await createProviderCredentialStore(db).find(KEY);
    if (kept === null) throw new Error('nothing is kept');
    expect(openSettings(kept, sealing.envelope)).toEqual({ 'client-secret': 'a-secret' });
    for (const moved of [{ companyId: 'other' }, { provider: 'sicoob' }]) {
      expect(() => openSettings({ ...kept, ...moved }, sealing.envelope)).toThrow('sealed value');
      expect(() => openNoticeSecret({ ...kept, ...moved }, sealing.envelope)).toThrow('sealed');
    }
  });

  it('are told of without what is sealed in them, over all companies', async () => {
    await insert();
    await insert(storedCredentials(sealing, { companyId: ALL_COMPANIES, provider: 'inter' }));
    const all = await createProviderCredentialStore(db).listAll();
    expect(all.map(({ companyId }) => companyId)).toEqual([ALL_COMPANIES, 'acme']);
    expect(all.flatMap(Object.keys)).not.toContain('sealedSettings');
  });

  it('are rotated from the version that was read, once', async () => {
    const store = createProviderCredentialStore(db);
    await insert();
    const sealedSettings = new Uint8Array([1, 2, 3]);
    const rotate = (from: number) =>
      db.transaction((tx) =>
        store.rotate(
          tx,
          { ...made, version: from },
          { ...{ sealedSettings, certificateEndsAt: null, rotatedAt: AT }, newAddress: null },
        ),
      );
    expect(await rotate(1)).toBe(true);
    expect(await rotate(1)).toBe(false);
    expect(await store.find(KEY)).toEqual({
      ...made,
      ...{ sealedSettings, certificateEndsAt: null, rotatedAt: AT, version: 2 },
    });
  });

  it('are found by the address for their notices, until they are removed', async () => {
    const store = createProviderCredentialStore(db);
    await insert();
    const { noticeSecretHash } = made;
    expect(await store.findByNotice(noticeSecretHash)).toEqual(KEY);
    expect(await store.findByNotice(new Uint8Array(32))).toBeNull();
    expect(await db.transaction((tx) => store.delete(tx, KEY))).toBe(true);
    expect(await db.transaction((tx) => store.delete(tx, KEY))).toBe(false);
    expect(await store.findByNotice(noticeSecretHash)).toBeNull();
    expect(await store.find(KEY)).toBeNull();
  });

  it('have one address for their notices, also after it was renewed', async () => {
    const store = createProviderCredentialStore(db);
    await insert();
    await db.transaction((tx) => store.setConnected(tx, KEY, AT));
    const newAddress = newNoticeSecret(KEY, sealing);
    const { sealedSettings } = made;
    const to = { sealedSettings, certificateEndsAt: AT, rotatedAt: AT, newAddress };
    expect(await db.transaction((tx) => store.rotate(tx, made, to))).toBe(true);
    expect(await store.findByNotice(made.noticeSecretHash)).toBeNull();
    expect(await store.findByNotice(newAddress.noticeSecretHash)).toEqual(KEY);
    expect(await store.find(KEY)).toEqual({ ...made, ...newAddress, rotatedAt: AT, version: 2 });
    expect(await db.transaction((tx) => store.delete(tx, KEY))).toBe(true);
    expect(await store.findByNotice(newAddress.noticeSecretHash)).toBeNull();
  });

  it('know when the party took the address', async () => {
    const store = createProviderCredentialStore(db);
    await insert();
    await db.transaction((tx) => store.setConnected(tx, KEY, AT));
    expect((await store.find(KEY))?.connectedAt).toEqual(AT);
  });

  it('come under another key unless they were rotated meanwhile', async () => {
    const store = createProviderCredentialStore(db);
    await insert();
    const other = { sealedSettings: new Uint8Array([4]), sealedNoticeSecret: new Uint8Array([5]) };
    await store.rewrap(KEY, other, made);
    expect(await store.find(KEY)).toEqual(made);
    await store.rewrap(KEY, made, other);
    expect(await store.find(KEY)).toEqual({ ...made, ...other });
  });

  it('are asked for by the routes of a company, one for each method', async () => {
    const routes = createProviderRouteStore(db);
    const set = (companyId: string, providers: string[]) =>
      db.transaction((tx) => routes.set(tx, companyId, { method: 'PIX', providers }));
    await set('acme', ['inter']);
    await set('acme', ['sicoob', 'inter']);
    await set('other', ['bb']);
    expect(await routes.list('acme')).toEqual([{ method: 'PIX', providers: ['sicoob', 'inter'] }]);
    expect(await db.transaction((tx) => routes.delete(tx, 'acme', 'PIX'))).toBe(true);
    expect(await db.transaction((tx) => routes.delete(tx, 'acme', 'PIX'))).toBe(false);
    expect(await routes.list('acme')).toEqual([]);
    expect(await routes.list('other')).toHaveLength(1);
  });
});
