import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEnvelope } from '../../../base/crypto/envelope.ts';
import { opened } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createProviderState } from './provider-state.ts';

const envelope = createEnvelope([{ version: 1, key: new Uint8Array(32).fill(1) }], (size) =>
  randomBytes(size),
);

describe.each(statementDatabases())('the memory of a provider on $engine', ({ openMigrated }) => {
  const state = (provider = 'one') => createProviderState(db, envelope, provider);
  const db = opened(openMigrated);

  it('keeps the first value of a key, for each provider its own', async () => {
    expect(await state().keep('first', 'a')).toBe('a');
    expect(await state().keep('first', 'b')).toBe('a');
    expect(await state('other').keep('first', 'c')).toBe('c');
    expect(await state().read('first')).toBe('a');
    expect(await state().read('never')).toBeNull();
  });

  it('replaces what is expected, and nothing else', async () => {
    await state().keep('changing', 'a');
    expect(await state().replace('changing', 'b', 'c')).toBe(false);
    expect(await state().replace('missing', 'a', 'c')).toBe(false);
    expect(await state('other').replace('changing', 'a', 'c')).toBe(false);
    expect(await state().read('changing')).toBe('a');
    expect(await state().replace('changing', 'a', 'b')).toBe(true);
    expect(await state().read('changing')).toBe('b');
  });

  it('lets one of many replace it', async () => {
    await state().keep('contested', 'a');
    const tries = Array.from({ length: 8 }, (_, index) =>
      state().replace('contested', 'a', `winner ${index}`),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
  });

  it('keeps no value in the clear', async () => {
    await state().keep('sealed', 'canary-in-the-memory');
    await state().replace('sealed', 'canary-in-the-memory', 'canary-after-it');
    const rows = await sql<{ sealed: Uint8Array }>(db)`SELECT sealed FROM provider_state
      WHERE key = ${'sealed'}`;
    expect(Buffer.from(rows[0]!.sealed).includes('canary')).toBe(false);
  });
});
