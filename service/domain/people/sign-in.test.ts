import { beforeEach, describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  joinAsUser,
  PEOPLE_START,
  peopleServices,
  TEST_PASSWORD,
} from '../../testing/test-people.ts';
import { countCodes } from '../metrics/count-changes.ts';
import { LOGIN_CHALLENGE_MS, readLoginChallenge } from './login-challenge.ts';
import type { Self } from './own-security.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  proveAgain,
  removeTotp,
  renewOwnCodes,
  replaceTotp,
  signOut,
} from './own-security.ts';
import { beginTotp } from './second-factor.ts';
import { openSession } from './session.ts';
import {
  beginSignIn,
  enrolAtSignIn,
  finishSignIn,
  SECOND_PROOF_LIMITS,
  WRONG_CODES,
} from './sign-in.ts';
import { codeAt } from './totp.ts';
import type { User } from './user.ts';

const ADDRESS = '198.51.100.7';
const FROM = { address: ADDRESS, network: ADDRESS, block: ADDRESS };
const CALLER = { ...FROM, userAgent: 'Mozilla/5.0', browser: '' };
const STEP_MS = 30_000;
const NEW_PASSWORD = 'another horse battery';

describe.each(testDatabases())('signing in on $engine', (database) => {
  const db = opened(database.openMigrated);
  beforeEach(() => db.query({ name: '', text: 'DELETE FROM rate_limits', values: [] }));

  const later = (ms: number) => peopleServices(db, ms);
  const at = (ms: number) => new Date(PEOPLE_START + ms);
  let count = 0;
  const join = () => joinAsUser(db, `person${++count}@example.com`);
  const begin = (user: User, password = TEST_PASSWORD, ms = 0) =>
    beginSignIn({ email: user.email ?? '', password }, CALLER, later(ms));
  const loginChallengeOf = async (user: User, password = TEST_PASSWORD, ms = 0) =>
    (await begin(user, password, ms))?.loginChallenge ?? '';
  const finish = (loginChallenge: string, code: string, ms = 0) =>
    finishSignIn({ loginChallenge, code }, CALLER, later(ms));
  /** Somebody who has just set up an app, with the session that this opened. */
  async function enrol() {
    const user = await join();
    const secret = (await beginTotp(user.id, later(0))) ?? new Uint8Array();
    const given = { loginChallenge: await loginChallengeOf(user), code: codeAt(secret, at(0)) };
    const opened = await enrolAtSignIn(given, CALLER, later(0));
    if (typeof opened === 'string') throw new Error(`enrolment was ${opened}`);
    const { token, recoveryCodes, browser } = opened;
    const found = await openSession(token, later(0));
    if (found === null) throw new Error('no session was opened');
    const self: Self = { ...found, token };
    const code = (ms: number) => codeAt(secret, at(ms));
    return { user, secret, recoveryCodes, browser, self, code };
  }
  const newest = async (action: string) =>
    (await later(0).audit.list('acme', 1_000)).filter((entry) => entry.action === action);

  it('takes a password, then a code of the app, and opens a session', async () => {
    const { user, code } = await enrol();
    const begun = await begin(user);
    expect(begun?.next).toBe('code');
    const opened = await finish(begun?.loginChallenge ?? '', code(STEP_MS), STEP_MS);
    if (typeof opened === 'string') throw new Error(opened);
    expect(await openSession(opened.token, later(STEP_MS))).toMatchObject({ user });
    expect(await newest('user sign-in')).toContainEqual(
      expect.objectContaining({
        actor: user.id,
        subjects: expect.objectContaining({ by: 'totp', address: CALLER.address }),
        result: 'done',
      }),
    );
  });

  it('takes a recovery code in place of the app, once', async () => {
    const { user, recoveryCodes } = await enrol();
    const [code = ''] = recoveryCodes;
    expect(await finish(await loginChallengeOf(user), code)).toMatchObject({ user });
    expect(await finish(await loginChallengeOf(user), code)).toBe('wrong');
  });

  it('opens nothing before a second factor is set up', async () => {
    const user = await join();
    const begun = await begin(user);
    expect(begun?.next).toBe('enrol');
    expect(await finish(begun?.loginChallenge ?? '', '123456')).toBe('wrong');
    await beginTotp(user.id, later(0));
    const given = { loginChallenge: begun?.loginChallenge ?? '', code: '000000' };
    expect(await enrolAtSignIn(given, CALLER, later(0))).toBe('wrong');
    expect(
      await later(0).sessions.list(user.id, { startedAfter: at(-1), seenAfter: at(-1) }),
    ).toEqual([]);
  });

  it('never replaces a second factor by a password alone', async () => {
    const { user } = await enrol();
    const secret = (await beginTotp(user.id, later(0))) ?? new Uint8Array();
    const given = { loginChallenge: await loginChallengeOf(user), code: codeAt(secret, at(0)) };
    await expect(enrolAtSignIn(given, CALLER, later(0))).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
  });

  it('asks whoever has a passkey alone for it, and lets them set up no app', async () => {
    const user = await join();
    await addPasskey(user);
    const begun = await begin(user);
    expect(begun?.next).toBe('code');
    const given = { loginChallenge: begun?.loginChallenge ?? '', code: '123456' };
    await expect(enrolAtSignIn(given, CALLER, later(0))).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
  });

  it('refuses a wrong code, and one that has counted, and tells the log', async () => {
    const { user, code } = await enrol();
    const loginChallenge = await loginChallengeOf(user);
    expect(await finish(loginChallenge, '000000')).toBe('wrong');
    expect(await finish(loginChallenge, code(0))).toBe('wrong');
    const refused = (await newest('user sign-in')).filter(({ actor }) => actor === user.id);
    expect(refused.filter((entry) => entry.code === 'WRONG_CODE')).toHaveLength(2);
  });

  it('begins anew five minutes after the password', async () => {
    const { user, code } = await enrol();
    const loginChallenge = await loginChallengeOf(user);
    expect(await finish(loginChallenge, code(LOGIN_CHALLENGE_MS), LOGIN_CHALLENGE_MS)).toBe('over');
    const ms = LOGIN_CHALLENGE_MS - 1;
    expect(await finish(loginChallenge, code(ms), ms)).toMatchObject({ user });
  });

  it('takes what was made for a password of its own person alone, and unchanged', async () => {
    const [{ user }, { user: other }] = [await enrol(), await enrol()];
    const loginChallenge = await loginChallengeOf(user);
    const [ends = '', id = '', mac = ''] = loginChallenge.split('.');
    const forged = [
      '',
      'x',
      `${ends}.${other.id}.${mac}`,
      `${Number(ends) + 1}.${id}.${mac}`,
      `${ends}.${id}.`,
      `${ends}.${id}.${mac}.x`,
      `NaN.${id}.${mac}`,
      `${ends}.${id}.${mac.slice(0, -2)}`,
    ];
    for (const one of forged) expect(await readLoginChallenge(one, later(0))).toBeNull();
    expect(await readLoginChallenge(loginChallenge, later(0))).toEqual(user);
  });

  it.each<[string, (self: Self) => Promise<unknown>]>([
    [
      'a change of the password',
      (self) => {
        const given = { oldPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
        return changePassword(self, given, CALLER, later(0));
      },
    ],
    ['a removal', ({ user }) => db.transaction((tx) => later(0).users.remove(tx, user.id))],
  ])('does not go on after %s', async (_name, act) => {
    const { user, self, code } = await enrol();
    const loginChallenge = await loginChallengeOf(user);
    await act(self);
    expect(await finish(loginChallenge, code(STEP_MS), STEP_MS)).toBe('over');
  });

  it('looks at no code after ten tries, for a quarter of an hour', async () => {
    const { user, code } = await enrol();
    const { limit, windowMs } = SECOND_PROOF_LIMITS.account;
    const loginChallenge = await loginChallengeOf(user);
    // The first one was taken by the enrolment.
    for (let index = 1; index < limit; index += 1)
      expect(await finish(loginChallenge, '0')).toBe('wrong');
    const refused = { code: 'RATE_LIMITED', retryAfterSeconds: windowMs / 1_000 };
    await expect(finish(loginChallenge, code(STEP_MS))).rejects.toMatchObject(refused);
    const next = await loginChallengeOf(user, TEST_PASSWORD, windowMs);
    expect(await finish(next, code(windowMs), windowMs)).toMatchObject({ user });
  });

  it('takes no code of the app after thirty wrong ones within a day, and goes on elsewise', async () => {
    const { user, self, code, recoveryCodes, browser } = await enrol();
    const counted: string[] = [];
    const audit = countCodes(later(0).audit, { codeRefused: (reason) => counted.push(reason) });
    const guess = async (ms: number, given: string, by = '') => {
      await db.query({ name: '', text: 'DELETE FROM rate_limits', values: [] });
      const loginChallenge = await loginChallengeOf(user, TEST_PASSWORD, ms);
      const asked = { loginChallenge, code: given };
      return finishSignIn(asked, { ...CALLER, browser: by }, { ...later(ms), audit });
    };
    for (let nth = 0; nth < WRONG_CODES.limit; nth += 1) {
      expect(await guess(1, '0')).toBe('wrong');
    }
    expect(await guess(2, code(STEP_MS))).toBe('held');
    expect(await guess(2, '0', `${browser}x`)).toBe('held');
    expect(counted).toEqual([...Array(WRONG_CODES.limit).fill('wrong'), 'held', 'held']);
    const again = { password: TEST_PASSWORD, code: code(STEP_MS) };
    expect(await proveAgain(self, again, CALLER, later(2))).toBe('held');
    expect((await newest('user prove'))[0]).toMatchObject({ code: 'TOO_MANY_CODES' });
    // The browser that they signed in by has tries of its own, of which nobody else uses any up.
    expect(await guess(3, '0', browser)).toBe('wrong');
    expect(await guess(STEP_MS, code(STEP_MS), browser)).toMatchObject({ wrongCodes: 31, browser });
    const [recovery = ''] = recoveryCodes;
    expect(await guess(2 * STEP_MS, recovery)).toMatchObject({ user, wrongCodes: 0 });
    const { windowMs: day } = WRONG_CODES;
    expect(await guess(day, code(day))).toBe('held');
    expect(await guess(day + 1, code(day))).toMatchObject({ user, wrongCodes: 0 });
  });

  it('counts a browser that was signed in by before apart, for its own person', async () => {
    const [{ user, code, browser }, { browser: others }] = [await enrol(), await enrol()];
    const loginChallenge = await loginChallengeOf(user);
    const by = (cookie: string, given: string) =>
      finishSignIn({ loginChallenge, code: given }, { ...CALLER, browser: cookie }, later(1));
    const { limit } = SECOND_PROOF_LIMITS.account;
    for (let index = 1; index < limit; index += 1) expect(await by(others, '0')).toBe('wrong');
    for (const stranger of ['', others, `${browser.split('.')[0]}.AAAA`]) {
      await expect(by(stranger, '0')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    }
    for (let index = 1; index < limit; index += 1) expect(await by(browser, '0')).toBe('wrong');
    expect(await by(browser, code(STEP_MS))).toMatchObject({ user });
    await expect(by(browser, '0')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('is proved once more by password and code', async () => {
    const { self, code } = await enrol();
    const ms = 10 * 60_000;
    const prove = (password: string, given: string) =>
      proveAgain(self, { password, code: given }, CALLER, later(ms));
    const provedAt = async () => (await openSession(self.token, later(ms)))?.session.provedAt;
    expect(await prove('wrong horse battery', code(ms))).toBe('wrong');
    expect(await prove(TEST_PASSWORD, '000000')).toBe('wrong');
    expect(await provedAt()).toEqual(at(0));
    // A code is not used up by a wrong password.
    expect(await prove(TEST_PASSWORD, code(ms))).toBe('proved');
    expect(await provedAt()).toEqual(at(ms));
    expect(await prove(TEST_PASSWORD, code(ms))).toBe('wrong');
  });

  it('takes the new password and not the old one, and ends the other sessions', async () => {
    const { user, self, code } = await enrol();
    const other = await finish(await loginChallengeOf(user), code(STEP_MS), STEP_MS);
    if (typeof other === 'string') throw new Error(other);
    const change = (oldPassword: string, newPassword: string) =>
      changePassword(self, { oldPassword, newPassword }, CALLER, later(0));
    expect(await change('wrong horse battery', NEW_PASSWORD)).toBe(false);
    await expect(change(TEST_PASSWORD, 'short')).rejects.toMatchObject({
      code: 'INVALID_DATA',
      details: [{ path: 'password' }],
    });
    expect(await openSession(other.token, later(STEP_MS))).not.toBeNull();
    expect(await change(TEST_PASSWORD, NEW_PASSWORD)).toBe(true);
    expect(await openSession(other.token, later(STEP_MS))).toBeNull();
    expect(await openSession(self.token, later(STEP_MS))).not.toBeNull();
    expect(await begin(user)).toBeNull();
    expect(await begin(user, NEW_PASSWORD)).not.toBeNull();
  });

  it('is by another app, and by new codes, once these took the place of the first', async () => {
    const { user, self, code, recoveryCodes } = await enrol();
    const secret = (await beginTotp(user.id, later(0))) ?? new Uint8Array();
    expect(await replaceTotp(self, '000000', CALLER, later(0))).toBeNull();
    expect(await replaceTotp(self, codeAt(secret, at(0)), CALLER, later(0))).toHaveLength(10);
    expect(await finish(await loginChallengeOf(user), code(STEP_MS), STEP_MS)).toBe('wrong');
    const renewed = await renewOwnCodes(self, CALLER, later(0));
    expect(await finish(await loginChallengeOf(user), recoveryCodes[1] ?? '')).toBe('wrong');
    expect(await finish(await loginChallengeOf(user), renewed[0] ?? '')).toMatchObject({ user });
  });

  it('keeps the app of whoever has no passkey', async () => {
    const { user, self } = await enrol();
    const remove = () => removeTotp(self, CALLER, later(0));
    await expect(remove()).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    await addPasskey(user);
    expect(await remove()).toBe(true);
    expect(await remove()).toBe(false);
  });

  it('ends by signing out, one by one, or all others at once', async () => {
    const { user, self, recoveryCodes } = await enrol();
    const more = [];
    for (const code of recoveryCodes.slice(0, 3)) {
      const opened = await finish(await loginChallengeOf(user), code);
      if (typeof opened === 'string') throw new Error(opened);
      const found = await openSession(opened.token, later(0));
      if (found === null) throw new Error('no session was opened');
      more.push({ ...found, token: opened.token });
    }
    const { self: stranger } = await enrol();
    const [one, two, three] = more;
    if (!one || !two || !three) throw new Error('too few sessions');
    expect(await endSession(stranger, one.session.id, CALLER, later(0))).toBe(false);
    expect(await endSession(self, one.session.id, CALLER, later(0))).toBe(true);
    expect(await openSession(one.token, later(0))).toBeNull();
    await signOut(two, CALLER, later(0));
    expect(await openSession(two.token, later(0))).toBeNull();
    expect(await endOtherSessions(self, CALLER, later(0))).toBe(1);
    expect(await openSession(three.token, later(0))).toBeNull();
    expect(await openSession(self.token, later(0))).not.toBeNull();
    expect(await openSession(stranger.token, later(0))).not.toBeNull();
    const acts = (await later(0).audit.list('acme', 1_000)).filter(
      ({ actor }) => actor === user.id,
    );
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user end-session', 'user sign-out', 'user end-sessions']),
    );
  });

  it('leaves no password, code or proof in any row', async () => {
    const { user, recoveryCodes, self, code } = await enrol();
    const loginChallenge = await loginChallengeOf(user);
    await finish(loginChallenge, code(STEP_MS), STEP_MS);
    const secrets = [TEST_PASSWORD, loginChallenge, self.token, ...recoveryCodes];
    const rows = await readEveryRow(db);
    for (const secret of secrets) expect(rows.filter((row) => row.includes(secret))).toEqual([]);
  });

  async function addPasskey(user: User) {
    const passkey = {
      id: `psk_${user.id}`,
      userId: user.id,
      credentialId: `credential-${user.id}`,
      publicKey: new Uint8Array([1]),
      counter: 0,
      transports: [],
      name: 'Notebook',
      createdAt: at(0),
      usedAt: null,
    };
    await db.transaction((tx) => later(0).passkeys.insert(tx, passkey));
  }
});
