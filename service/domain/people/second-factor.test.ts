import { describe, expect, it } from 'vitest';
import type { Queryable } from '../../base/shared/db.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { joinAsUser, PEOPLE_START, peopleServices } from '../../testing/test-people.ts';
import { RECOVERY_CODE_COUNT } from './recovery-code.ts';
import { beginTotp, confirmTotp, hasTotp, proveByCode, waitingTotp } from './second-factor.ts';
import { codeAt, describeSecret } from './totp.ts';
import type { User } from './user.ts';

const STEP_MS = 30_000;

async function nothing(_tx: Queryable): Promise<void> {}

describe.each(testDatabases())('a second factor on $engine', (database) => {
  const db = opened(database.openMigrated);

  const later = (ms: number) => peopleServices(db, ms);
  let count = 0;
  const join = () => joinAsUser(db, `person${++count}@example.com`);
  const begin = async (user: User, ms = 0) => {
    const secret = await beginTotp(user.id, later(ms));
    if (secret === null) throw new Error('nothing was begun');
    return secret;
  };
  const at = (ms: number) => new Date(PEOPLE_START + ms);
  const confirm = (user: User, code: string, ms = 0, replaces = false, record = nothing) =>
    confirmTotp(user.id, { code, replaces }, record, later(ms));
  const enrol = async (user: User) => {
    const secret = await begin(user);
    const codes = await confirm(user, codeAt(secret, at(0)));
    if (codes === null) throw new Error('the first code was refused');
    return { secret, codes };
  };
  const prove = async (user: User, code: string, ms = 0) => {
    const stored = await later(0).totp.find(user.id);
    return db.transaction((tx) => proveByCode(tx, user.id, code, stored, later(ms)));
  };

  it('is there only once a first code of the app has come', async () => {
    const user = await join();
    const secret = await begin(user);
    expect(await hasTotp(user.id, later(0))).toBe(false);
    expect(await prove(user, codeAt(secret, at(0)))).toBeNull();
    expect(await confirm(user, '000000')).toBeNull();
    expect(await hasTotp(user.id, later(0))).toBe(false);
    expect(await confirm(user, codeAt(secret, at(0)))).toHaveLength(RECOVERY_CODE_COUNT);
    expect(await hasTotp(user.id, later(0))).toBe(true);
  });

  it('lets each code count once, and none from before the newest', async () => {
    const user = await join();
    const { secret } = await enrol(user);
    expect(await prove(user, codeAt(secret, at(0)))).toBeNull();
    expect(await prove(user, codeAt(secret, at(2 * STEP_MS)), 2 * STEP_MS)).toBe('totp');
    expect(await prove(user, codeAt(secret, at(2 * STEP_MS)), 2 * STEP_MS)).toBeNull();
    expect(await prove(user, codeAt(secret, at(STEP_MS)), 2 * STEP_MS)).toBeNull();
    expect(await prove(user, codeAt(secret, at(3 * STEP_MS)), 3 * STEP_MS)).toBe('totp');
  });

  it('lets one of two who send the same code at once in', async () => {
    const user = await join();
    const { secret } = await enrol(user);
    const code = codeAt(secret, at(STEP_MS));
    const both = [prove(user, code, STEP_MS), prove(user, code, STEP_MS)];
    expect((await Promise.all(both)).sort()).toEqual([null, 'totp'].sort());
  });

  it('is sealed for its user, and nothing of it lies in the clear', async () => {
    const [user, other] = [await join(), await join()];
    const { secret, codes } = await enrol(user);
    const rows = await readEveryRow(db);
    const { text } = describeSecret(secret, '');
    for (const trace of [text, Buffer.from(secret).toString('hex'), ...codes]) {
      expect(rows.filter((row) => row.includes(trace))).toEqual([]);
    }
    await enrol(other);
    await sql(db)`UPDATE users SET sealed_totp = (SELECT sealed_totp FROM users
      WHERE id = ${user.id})
      WHERE id = ${other.id}`;
    await expect(prove(other, '123456')).rejects.toThrow('a sealed value cannot be opened');
  });

  it('is shown anew by each page, of which the last one counts', async () => {
    const user = await join();
    const [first, second] = [await begin(user), await begin(user)];
    expect(await waitingTotp(user.id, later(0))).toEqual(Buffer.from(second));
    expect(await confirm(user, codeAt(first, at(0)))).toBeNull();
    expect(await confirm(user, codeAt(second, at(0)))).not.toBeNull();
    expect(await waitingTotp(user.id, later(0))).toBeNull();
    expect(await confirm(user, codeAt(second, at(0)), 0, true)).toBeNull();
  });

  it('is replaced only by somebody who may, and the codes of before end with it', async () => {
    const user = await join();
    const { secret, codes } = await enrol(user);
    const next = await begin(user, STEP_MS);
    expect(await confirm(user, codeAt(next, at(STEP_MS)), STEP_MS)).toBeNull();
    expect(await prove(user, codeAt(secret, at(STEP_MS)), STEP_MS)).toBe('totp');
    expect(await confirm(user, codeAt(next, at(STEP_MS)), STEP_MS, true)).not.toBeNull();
    const after = 3 * STEP_MS;
    expect(await prove(user, codeAt(secret, at(after)), after)).toBeNull();
    expect(await prove(user, codes[0] ?? '', after)).toBeNull();
    expect(await prove(user, codeAt(next, at(after)), after)).toBe('totp');
  });

  it('is not kept where the log does not take the act', async () => {
    const user = await join();
    const secret = await begin(user);
    const broken = (_tx: Queryable) => Promise.reject(new Error('no log'));
    const code = codeAt(secret, at(0));
    await expect(confirm(user, code, 0, false, broken)).rejects.toThrow('no log');
    expect(await hasTotp(user.id, later(0))).toBe(false);
  });

  it('may be a recovery code instead, each once and by its own user alone', async () => {
    const [user, other] = [await join(), await join()];
    const { codes } = await enrol(user);
    await enrol(other);
    expect(new Set(codes).size).toBe(RECOVERY_CODE_COUNT);
    const [first = '', second = '', third = ''] = codes;
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await prove(other, first)).toBeNull();
    expect(await prove(user, first)).toBe('recovery-code');
    expect(await prove(user, first)).toBeNull();
    expect(await prove(user, ` ${second.toLowerCase().replace('-', ' ')} `)).toBe('recovery-code');
    expect(await prove(user, third.slice(1))).toBeNull();
    expect(await later(0).recoveryCodes.count(user.id)).toBe(RECOVERY_CODE_COUNT - 2);
  });

  it('reads a recovery code with letters that look like its digits', async () => {
    const user = await join();
    const secret = await begin(user);
    let nth = 0;
    const randomBytes = (size: number) => new Uint8Array(size).fill(nth++, 0, 1);
    const asked = { code: codeAt(secret, at(0)), replaces: false };
    const codes = await confirmTotp(user.id, asked, nothing, { ...later(0), randomBytes });
    expect(codes?.slice(0, 2)).toEqual(['00000-00000', '10000-00000']);
    expect(await prove(user, 'loooo-ooooo')).toBe('recovery-code');
    expect(await prove(user, 'OOOOO OOOOO')).toBe('recovery-code');
    expect(await prove(user, 'I0000-00000')).toBeNull();
  });

  it('is gone with its user, and nobody who is removed begins one', async () => {
    const user = await join();
    const { secret, codes } = await enrol(user);
    const stored = await later(0).totp.find(user.id);
    await db.transaction((tx) => later(0).users.remove(tx, user.id));
    expect(await beginTotp(user.id, later(0))).toBeNull();
    expect(await prove(user, codes[0] ?? '')).toBeNull();
    for (const code of [codeAt(secret, at(STEP_MS)), codes[0] ?? '']) {
      const late = db.transaction((tx) => proveByCode(tx, user.id, code, stored, later(STEP_MS)));
      expect(await late).toBeNull();
    }
  });
});
