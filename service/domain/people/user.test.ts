import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { acceptInvitation, inviteUser } from './invitation.ts';
import type { Role } from './roles.ts';
import type { User } from './user.ts';
import { removeUser, setUserRole } from './user.ts';

const LAST_OWNER = { code: 'ILLEGAL_TRANSITION', details: [{ path: 'user' }] };

describe.each(testDatabases())('the people of a company on $engine', (database) => {
  const db = opened(database.openMigrated);

  const services = () => ({
    ...{ db, users: createUserStore(db), randomBytes: createRandomBytes() },
    hash: createKeyedHash(new Uint8Array(32).fill(8)),
    now: () => new Date('2026-11-23T12:00:00Z'),
  });
  let count = 0;
  async function invite(companyId: string | null, role: Role) {
    count += 1;
    const asked = { companyId, email: `${count}@example.com`, name: 'Ana', role };
    const invited = await db.transaction((tx) => inviteUser(tx, asked, services()));
    if (invited === null) throw new Error('the address is taken');
    return invited;
  }
  async function join(companyId: string | null, role: Role): Promise<User> {
    const { token } = await invite(companyId, role);
    const given = { token, password: 'correct horse battery' };
    const user = await acceptInvitation(given, async () => undefined, services());
    if (user === null) throw new Error('nobody was let in');
    return user;
  }
  const remove = (user: User) => db.transaction((tx) => removeUser(tx, user, services()));
  const setRole = (user: User, role: Role) =>
    db.transaction((tx) => setUserRole(tx, user, role, services()));
  const roleOf = async ({ id }: User) => (await services().users.find(id))?.role;

  it('are given another role, once and for good', async () => {
    const user = await join('roles', 'viewer');
    expect(await setRole(user, 'finance')).toBe('viewer');
    expect(await roleOf(user)).toBe('finance');
    expect(await setRole(user, 'owner')).toBe('finance');
    expect(await roleOf(user)).toBe('owner');
  });

  it.each<[string, (user: User) => Promise<unknown>]>([
    ['removed', remove],
    ['given another role', (user) => setRole(user, 'viewer')],
  ])('keep their last owner, who is not %s', async (_name, act) => {
    const company = `last${count}`;
    const [owner, finance] = [await join(company, 'owner'), await join(company, 'finance')];
    await join(`other${count}`, 'owner');
    await expect(act(owner)).rejects.toMatchObject(LAST_OWNER);
    expect(await roleOf(owner)).toBe('owner');
    // Somebody invited may never come.
    await invite(company, 'owner');
    await expect(act(owner)).rejects.toMatchObject(LAST_OWNER);
    expect(await setRole(finance, 'owner')).toBe('finance');
    await act(owner);
    await expect(act(finance)).rejects.toMatchObject(LAST_OWNER);
  });

  it('may be owners again, however few there are', async () => {
    const owner = await join('same', 'owner');
    expect(await setRole(owner, 'owner')).toBe('owner');
  });

  it.each<[string, (user: User) => Promise<unknown>]>([
    ['removed', remove],
    ['given another role', (user) => setRole(user, 'support')],
  ])('keep one of two owners who are %s at once', async (_name, act) => {
    for (let round = 0; round < 5; round += 1) {
      const company = `race${count}`;
      const owners = [await join(company, 'owner'), await join(company, 'owner')];
      const ends = await Promise.allSettled(owners.map(act));
      const refused = ends.filter((end) => end.status === 'rejected');
      expect(refused).toMatchObject([{ reason: LAST_OWNER }]);
      const left = (await services().users.list(company)).filter(({ role }) => role === 'owner');
      expect(left).toHaveLength(1);
    }
  });

  it('lose an owner who was only invited, also where there is no other', async () => {
    const { user } = await invite('bootstrap', 'owner');
    expect(await setRole(user, 'viewer')).toBe('owner');
    expect(await remove(user)).toBe(true);
    expect(await remove(user)).toBe(false);
    expect(await setRole(user, 'finance')).toBeNull();
  });

  it('never get a role of the service, nor its operators one of a company', async () => {
    const [viewer, operator] = [await join('acme', 'viewer'), await join(null, 'operator')];
    const refused = { code: 'INVALID_DATA', details: [{ path: 'role' }] };
    await expect(setRole(viewer, 'operator')).rejects.toMatchObject(refused);
    await expect(setRole(operator, 'owner')).rejects.toMatchObject(refused);
    expect(await remove(operator)).toBe(true);
  });
});
