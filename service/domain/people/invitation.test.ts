import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import { createUserStore } from '../../store/tables/people/user.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  acceptInvitation,
  findInvited,
  INVITATION_LIFETIME_MS,
  inviteUser,
  renewInvitation,
} from './invitation.ts';

const PASSWORD = 'correct horse battery';
const START = new Date('2026-11-23T12:00:00Z');

describe.each(testDatabases())('an invitation on $engine', (database) => {
  const db = opened(database.openMigrated);

  const hash = createKeyedHash(new Uint8Array(32).fill(8));
  const randomBytes = createRandomBytes();
  const later = (ms: number) => ({
    ...{ db, hash, randomBytes, users: createUserStore(db) },
    now: () => new Date(START.getTime() + ms),
  });
  const unrecorded = async () => undefined;

  async function invite(email: string) {
    const invited = await db.transaction((tx) =>
      inviteUser(tx, { companyId: 'acme', email, name: 'Nair', role: 'owner' }, later(0)),
    );
    if (invited === null) throw new Error('the address is taken');
    return invited;
  }
  const accept = (token: string, ms = 0, password = PASSWORD) =>
    acceptInvitation({ token, password }, unrecorded, later(ms));

  it('lets the person in whom it invited, until its last moment', async () => {
    const { user, token, endsAt } = await invite('in@example.com');
    expect(endsAt).toEqual(new Date(START.getTime() + INVITATION_LIFETIME_MS));
    const last = INVITATION_LIFETIME_MS - 1;
    expect(await findInvited(token, later(last))).toEqual(user);
    expect(await accept(token, last)).toEqual({ ...user, state: 'active' });
  });

  it('ends after three days', async () => {
    const { user, token } = await invite('late@example.com');
    expect(await findInvited(token, later(INVITATION_LIFETIME_MS))).toBeNull();
    expect(await accept(token, INVITATION_LIFETIME_MS)).toBeNull();
    expect(await createUserStore(db).find(user.id)).toEqual(user);
  });

  it('works once', async () => {
    const { token } = await invite('once@example.com');
    expect(await accept(token)).not.toBeNull();
    expect(await findInvited(token, later(0))).toBeNull();
    expect(await accept(token)).toBeNull();
  });

  it('lets in one of two who accept it at once, and records one', async () => {
    const { token } = await invite('race@example.com');
    const recorded: string[] = [];
    const both = ['one long password', 'another long password'].map((password) =>
      acceptInvitation(
        { token, password },
        async (_tx, { id }) => void recorded.push(id),
        later(0),
      ),
    );
    const users = (await Promise.all(both)).filter((user) => user !== null);
    expect(users).toHaveLength(1);
    expect(recorded).toEqual(users.map(({ id }) => id));
  });

  it('lets nobody in whose act could not be recorded', async () => {
    const { token, user } = await invite('unrecorded@example.com');
    const broken = () => Promise.reject(new Error('the log is not there'));
    const given = { token, password: PASSWORD };
    await expect(acceptInvitation(given, broken, later(0))).rejects.toThrow('the log');
    expect(await findInvited(token, later(0))).toEqual(user);
  });

  it('is not used up by a password that is too short', async () => {
    const { token } = await invite('short@example.com');
    await expect(accept(token, 0, 'too short')).rejects.toMatchObject({ code: 'INVALID_DATA' });
    expect(await accept(token)).not.toBeNull();
  });

  it('of somebody who was removed lets nobody in', async () => {
    const { token, user } = await invite('gone@example.com');
    const { users } = later(0);
    expect(await db.transaction((tx) => users.remove(tx, user.id))).toBe(true);
    expect(await accept(token)).toBeNull();
    expect(await users.find(user.id)).toMatchObject({ state: 'removed', email: null, name: null });
  });

  it('is no other text, whatever was typed', async () => {
    const { token } = await invite('text@example.com');
    for (const other of ['', token.slice(1), `${token}A`, token.toLowerCase()]) {
      expect(await accept(other)).toBeNull();
    }
  });

  const renew = (user: { id: string }, ms: number) =>
    db.transaction((tx) => renewInvitation(tx, user, later(ms)));

  it('is renewed after its end, with a link of its own that ends three days later', async () => {
    const { user, token } = await invite('again@example.com');
    const ms = INVITATION_LIFETIME_MS + 1;
    const renewed = await renew(user, ms);
    expect(renewed?.endsAt).toEqual(new Date(START.getTime() + ms + INVITATION_LIFETIME_MS));
    expect(await findInvited(token, later(ms))).toBeNull();
    expect(await accept(renewed?.token ?? '', ms)).toEqual({ ...user, state: 'active' });
  });

  it('ends at once where another is made before its end', async () => {
    const { user, token } = await invite('replaced@example.com');
    const renewed = await renew(user, 1);
    expect(await accept(token, 2)).toBeNull();
    expect(await findInvited(renewed?.token ?? '', later(2))).toEqual(user);
  });

  it('is not renewed for who has accepted or is removed', async () => {
    const { user, token } = await invite('accepted@example.com');
    await accept(token);
    expect(await renew(user, 1)).toBeNull();
    const { users } = later(0);
    await db.transaction((tx) => users.remove(tx, user.id));
    expect(await renew(user, 1)).toBeNull();
  });

  it('is told with its end until it is accepted, where people are listed', async () => {
    const { user, token, endsAt } = await invite('listed@example.com');
    const listed = async () =>
      (await createUserStore(db).list('acme')).find(({ id }) => id === user.id);
    expect(await listed()).toEqual({ ...user, invitationEndsAt: endsAt });
    await accept(token);
    expect(await listed()).toEqual({ ...user, state: 'active', invitationEndsAt: null });
  });

  it('is of the service for its operators alone', async () => {
    const of = { email: 'x@example.com', name: 'X' };
    for (const wrong of [
      { ...of, companyId: null, role: 'owner' as const },
      { ...of, companyId: 'acme', role: 'operator' as const },
    ]) {
      await expect(db.transaction((tx) => inviteUser(tx, wrong, later(0)))).rejects.toThrow(
        'of no company',
      );
    }
  });
});
