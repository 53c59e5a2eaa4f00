import { beforeAll, describe, expect, it } from 'vitest';
import { isPassword } from '../domain/people/password.ts';
import { ROLES } from '../domain/people/roles.ts';
import { proveByCode } from '../domain/people/second-factor.ts';
import { codeAt, describeSecret } from '../domain/people/totp.ts';
import { opened } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { peopleServices } from '../testing/test-people.ts';
import { SANDBOX_PASSWORD, SANDBOX_TOTP_SECRET, SANDBOX_USERS } from './published-users.ts';
import { isSandboxUser, seedSandboxUsers } from './sandbox-users.ts';

describe.each(testDatabases())('the published people on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeAll(() => seedSandboxUsers(peopleServices(db)));

  const people = async () => {
    const { users } = peopleServices(db);
    return [...(await users.list('no3ds')), ...(await users.list(null))];
  };

  it('are one for each role, and a second owner', async () => {
    const there = await people();
    // In any order: one that was removed and brought back comes last.
    const described = there.map(({ email, name, role }) => ({ email, name, role }));
    expect(described).toEqual(expect.arrayContaining([...SANDBOX_USERS]));
    expect(new Set(there.map(({ role }) => role))).toEqual(new Set(ROLES));
    expect(there.filter(({ role }) => role === 'owner')).toHaveLength(2);
    expect(there.map(({ state }) => state)).toEqual(there.map(() => 'active'));
    expect(there.map(({ companyId }) => companyId)).toEqual([...Array(6).fill('no3ds'), null]);
  });

  it('sign in with the published password and the code of the published secret', async () => {
    const services = peopleServices(db);
    const secret = Buffer.from('12345678901234567890');
    expect(describeSecret(secret, '').text).toBe(SANDBOX_TOTP_SECRET);
    for (const user of await people()) {
      const found = await services.users.findActive(user.email ?? '');
      expect(await isPassword(SANDBOX_PASSWORD, found?.passwordHash ?? null)).toBe(true);
      const stored = await services.totp.find(user.id);
      const code = codeAt(secret, services.now());
      const proved = db.transaction((tx) => proveByCode(tx, user.id, code, stored, services));
      expect(await proved).toBe('totp');
    }
  });

  it('are left as they are by another start, and brought back where one was removed', async () => {
    const before = await people();
    await seedSandboxUsers(peopleServices(db, 1_000));
    expect(await people()).toEqual(before);
    const [first] = before;
    if (first === undefined) throw new Error('nobody is there');
    await db.transaction((tx) => peopleServices(db).users.remove(tx, first.id));
    await seedSandboxUsers(peopleServices(db, 2_000));
    const after = await people();
    expect(after).toHaveLength(before.length);
    expect(after.map(({ id }) => id)).not.toContain(first.id);
  });

  it('have their roles back at the next start', async () => {
    const before = await people();
    const [owner] = before.filter(({ role }) => role === 'owner');
    if (owner === undefined) throw new Error('there is no owner');
    await db.transaction((tx) => peopleServices(db).users.setRole(tx, owner.id, 'viewer'));
    expect(await people()).not.toEqual(before);
    await seedSandboxUsers(peopleServices(db, 3_000));
    expect(await people()).toEqual(before);
  });

  it('are known by their addresses alone', () => {
    expect(isSandboxUser({ email: 'owner@tresmarias.example' })).toBe(true);
    expect(isSandboxUser({ email: 'ana@example.com' })).toBe(false);
    expect(isSandboxUser({ email: null })).toBe(false);
  });
});
