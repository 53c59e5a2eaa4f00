import { beforeAll, describe, expect, it } from 'vitest';
import { opened } from '../testing/opened.ts';
import { readEveryRow } from '../testing/test-canary.ts';
import { testDatabases } from '../testing/test-db.ts';
import { openTestOperator } from '../testing/test-operator.ts';

const LINK = /^http:\/\/localhost:4030\/invitations\/[\w-]{43}$/;

describe.each(testDatabases())('people by an operator on $engine', (database) => {
  const db = opened(database.openEmpty);
  const operator = opened(() => openTestOperator(db));
  beforeAll(async () => {
    await operator.run('company create', { company: 'acme', name: 'Loja Acme' });
    await operator.run('company create', { company: 'other', name: 'Outra' });
  });

  const invite = (email: string, more: Record<string, string> = {}) => ({
    ...{ company: 'acme', email, name: 'Nair Bittencourt', role: 'finance' },
    ...more,
  });

  it('are invited by a link that is shown once and kept nowhere', async () => {
    const made = await operator.record('user invite', invite('Nair@Example.com'));
    expect(made).toMatchObject({ company: 'acme', email: 'nair@example.com', state: 'invited' });
    expect(made.link).toMatch(LINK);
    const token = String(made.link).split('/invitations/')[1] ?? '';
    expect((await readEveryRow(db)).filter((row) => row.includes(token))).toEqual([]);
    expect(JSON.stringify(await operator.rows('user list', { company: 'acme' }))).not.toContain(
      token,
    );
  });

  it('are in the log by their ids alone', async () => {
    const { user } = await operator.record('user invite', invite('log@example.com'));
    const [entry] = await operator.audit('acme');
    expect(entry).toEqual({
      actor: 'ana',
      action: 'user invite',
      subjects: { company: 'acme', role: 'finance', user },
      result: 'done',
      code: null,
    });
  });

  it('are listed by company, and operators of the service by themselves', async () => {
    const of = { name: 'Olga', email: 'olga@example.com', role: 'operator' };
    const { user } = await operator.record('user invite', of);
    const users = async (options: Record<string, string>) =>
      (await operator.rows('user list', options)).map((row) => row.user);
    expect(await users({})).toEqual([user]);
    expect(await users({ company: 'other' })).toEqual([]);
    expect(await users({ company: 'acme' })).not.toContain(user);
    expect(await operator.audit('system')).toMatchObject([{ action: 'user list' }]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['whose address is taken, in any case', { email: 'TAKEN@example.com' }, 'email'],
    ['whose address is taken, at another company', { company: 'other' }, 'email'],
    [
      'of a company, as operators of the service',
      { email: 'a@x.com', role: 'operator' },
      'company',
    ],
    ['in a role that nobody knows', { email: 'a@x.com', role: 'root' }, 'role'],
    ['without an address', { email: 'a@' }, 'email'],
    ['of the service, by a line break in a name', { email: 'a@x.com', name: 'A\nB' }, 'name'],
  ])('are not invited %s', async (_name, changes, option) => {
    await operator
      .run('user invite', invite('taken@example.com'))
      .catch((error: Error) => expect(error).toMatchObject({ code: 'INVALID_DATA' }));
    const asked = invite('taken@example.com', changes);
    expect(await operator.refusal('user invite', asked)).toEqual(['INVALID_DATA', option]);
  });

  it('are not invited by a company that is not there, nor in its roles by none', async () => {
    const nobody = invite('b@example.com', { company: 'nobody' });
    expect(await operator.refusal('user invite', nobody)).toEqual(['NOT_FOUND', 'company']);
    const { company: _company, ...of } = invite('b@example.com');
    expect(await operator.refusal('user invite', of)).toEqual(['INVALID_DATA', 'company']);
  });

  it('are removed, with nothing left of who they were, and may be invited again', async () => {
    const asked = invite('quirino@example.com', { name: 'Quirino Abrantes' });
    const { user } = await operator.record('user invite', asked);
    const options = { company: 'acme', user: String(user) };
    expect(await operator.refusal('user remove', { ...options, company: 'other' })).toEqual([
      'NOT_FOUND',
      'user',
    ]);
    expect(await operator.refusal('user remove', { user: String(user) })).toEqual([
      'NOT_FOUND',
      'user',
    ]);
    expect(await operator.record('user remove', options)).toEqual({ user, removed: true });
    expect(await operator.refusal('user remove', options)).toEqual(['NOT_FOUND', 'user']);
    expect((await readEveryRow(db)).filter((row) => /quirino|Abrantes/i.test(row))).toEqual([]);
    expect((await operator.record('user invite', asked)).user).not.toBe(user);
  });

  it('who have not come yet are given a new link, which the log does not have', async () => {
    const made = await operator.record('user invite', invite('renewed@example.com'));
    const options = { company: 'acme', user: String(made.user) };
    const renewed = await operator.record('user renew-invitation', options);
    expect(renewed).toMatchObject({ user: made.user, link: expect.stringMatching(LINK) });
    expect(renewed.link).not.toBe(made.link);
    const [entry] = await operator.audit('acme');
    expect(entry).toEqual({
      actor: 'ana',
      action: 'user renew-invitation',
      subjects: options,
      result: 'done',
      code: null,
    });
    const listed = await operator.rows('user list', { company: 'acme' });
    expect(listed.find(({ user }) => user === made.user)).toMatchObject({
      state: 'invited',
      invitationEndsAt: renewed.endsAt,
    });
    for (const wrong of [{ ...options, company: 'other' }, { user: options.user }]) {
      expect(await operator.refusal('user renew-invitation', wrong)).toEqual(['NOT_FOUND', 'user']);
    }
  });

  it('are given another role by their company alone, and the log has the one before', async () => {
    const { user } = await operator.record('user invite', invite('role@example.com'));
    const options = { company: 'acme', user: String(user), role: 'viewer' };
    for (const wrong of [
      { ...options, company: 'other' },
      { user: options.user, role: 'viewer' },
    ]) {
      expect(await operator.refusal('user set-role', wrong)).toEqual(['NOT_FOUND', 'user']);
    }
    const service = { ...options, role: 'operator' };
    expect(await operator.refusal('user set-role', service)).toEqual(['INVALID_DATA', 'role']);
    expect(await operator.record('user set-role', options)).toEqual({
      ...{ user, role: 'viewer', was: 'finance' },
    });
    const [entry] = await operator.audit('acme');
    expect(entry).toMatchObject({
      action: 'user set-role',
      subjects: { company: 'acme', user, role: 'viewer', was: 'finance' },
      result: 'done',
    });
    await operator.run('user remove', { company: 'acme', user: options.user });
    expect(await operator.refusal('user set-role', options)).toEqual(['NOT_FOUND', 'user']);
  });
});
