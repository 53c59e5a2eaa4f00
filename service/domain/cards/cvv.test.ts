import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { createMemoryCvvStore } from '../../store/tables/cards/memory-cvv.ts';
import { createUnloggedCvvStore } from '../../store/tables/cards/unlogged-cvv.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { CvvStore } from './cvv.ts';
import { createCvvs } from './cvv.ts';

const hash = createKeyedHash(new Uint8Array(32).fill(3));
function random(size: number) {
  return new Uint8Array(randomBytes(size));
}
function at(minutes: number) {
  return new Date(Date.UTC(2030, 0, 1, 0, minutes));
}
function keyOf(token: string, companyId = 'a') {
  return { companyId, token, tokenHash: hash('card-token', token) };
}

/** What every place for CVVs must do. */
function cvvCases(store: () => CvvStore) {
  const cvvs = () => createCvvs(store(), { hash, randomBytes: random });

  it('gives a CVV back until its time is over', async () => {
    const key = keyOf('timed');
    await cvvs().put(key, '737', at(15));
    expect(await cvvs().read(key, at(14))).toBe('737');
    expect(await cvvs().read(key, at(15))).toBeNull();
  });

  it('has none where what it keeps cannot be opened', async () => {
    const key = keyOf('broken');
    await cvvs().put(key, '737', at(15));
    const sealed = new Uint8Array((await store().find(key, at(1))) ?? []);
    sealed[12] = (sealed[12] ?? 0) ^ 1;
    await store().put(key, sealed, at(15));
    expect(await cvvs().read(key, at(1))).toBeNull();
    expect(await cvvs().take(key, at(1))).toBeNull();
  });

  it('destroys it', async () => {
    const key = keyOf('destroyed');
    await cvvs().put(key, '737', at(15));
    await cvvs().destroy(key);
    expect(await cvvs().read(key, at(1))).toBeNull();
  });

  it('gives one that is taken to the first who asks', async () => {
    const key = keyOf('taken');
    await cvvs().put(key, '737', at(15));
    const taken = await Promise.all([cvvs().take(key, at(1)), cvvs().take(key, at(1))]);
    expect(taken.sort()).toEqual(['737', null]);
    expect(await store().find(key, at(1))).toBeNull();
  });

  it('destroys one that is taken too late', async () => {
    const key = keyOf('late');
    await cvvs().put(key, '737', at(15));
    expect(await cvvs().take(key, at(15))).toBeNull();
    expect(await cvvs().read(key, at(1))).toBeNull();
  });

  it('keeps the last one given', async () => {
    const key = keyOf('again');
    await cvvs().put(key, '111', at(1));
    await cvvs().put(key, '222', at(9));
    expect(await cvvs().read(key, at(5))).toBe('222');
  });

  it('sweeps one company, and only what is over', async () => {
    const [over, open, foreign] = [keyOf('over'), keyOf('open'), keyOf('over', 'b')];
    await cvvs().put(over, '111', at(1));
    await cvvs().put(open, '222', at(9));
    await cvvs().put(foreign, '333', at(1));
    await cvvs().deleteExpired('a', at(5));
    expect(await store().find(over, at(0))).toBeNull();
    expect(await cvvs().read(open, at(5))).toBe('222');
    expect(await cvvs().read(foreign, at(0))).toBe('333');
  });

  it('keeps it sealed, so that it does not open without the token itself', async () => {
    const key = keyOf('sealed');
    await cvvs().put(key, '737', at(15));
    const sealed = await store().find(key, at(1));
    expect(Buffer.from(sealed ?? []).includes('737')).toBe(false);
    expect(await cvvs().read({ ...key, token: 'guess' }, at(1))).toBeNull();
  });
}

describe('in memory', () => {
  const store = createMemoryCvvStore();
  cvvCases(() => store);
});

describe.each(testDatabases())('in an unlogged table on $engine', (database) => {
  const db = opened(database.openMigrated);
  cvvCases(() => createUnloggedCvvStore(db));
});
