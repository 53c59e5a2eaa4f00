import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import type { Spoiled } from '../../testing/test-authenticator.ts';
import { TestAuthenticator } from '../../testing/test-authenticator.ts';
import { readEveryRow } from '../../testing/test-canary.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { CALLER, ORIGIN, openPeople, SITE, START } from '../../testing/test-passkey-people.ts';
import type { Passkey } from './passkey.ts';
import { MOST_PASSKEYS, passkeySiteOf, removePasskey, renamePasskey } from './passkey.ts';
import { CHALLENGE_LIFETIME_MS, CHALLENGE_LIMIT } from './passkey-challenge.ts';
import { PASSKEY_LIMIT, usePasskey } from './use-passkey.ts';
import type { User } from './user.ts';

describe.each(testDatabases())('a passkey on $engine', (database) => {
  const people = opened(() => openPeople(database));
  afterAll(() => people.db.close());
  beforeEach(async () => {
    await people.run('DELETE FROM rate_limits');
    await people.run('DELETE FROM user_passkey_challenges');
  });

  it('is asked for with the least a page must know, and made sure of by the device', async () => {
    const user = await people.join();
    expect(await people.askToRegister(user)).toMatchObject({
      rp: { id: SITE.rpId },
      user: { name: user.email, displayName: 'Ana' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const { passkey } = await people.own(user);
    const { excludeCredentials } = await people.askToRegister(user);
    expect(excludeCredentials).toMatchObject([{ id: passkey.credentialId }]);
  });

  it('signs its person in without an address, however often', async () => {
    const user = await people.join();
    const { device, passkey } = await people.own(user);
    for (let time = 1; time <= 3; time += 1) {
      const asked = await people.askToSignIn(time);
      expect(asked).not.toHaveProperty('allowCredentials');
      expect(await people.signIn(device.get(asked), time)).toEqual({
        result: [user.id, passkey.id],
      });
    }
    expect(await people.list(user)).toEqual([
      { ...passkey, counter: 3, usedAt: new Date(START + 3) },
    ]);
  });

  it('of a device that does not count signs in as well', async () => {
    const user = await people.join();
    const { device } = await people.own(user, new TestAuthenticator(ORIGIN, { counts: false }));
    for (const ms of [0, 1]) {
      const answer = device.get(await people.askToSignIn());
      expect(await people.signIn(answer, ms)).toHaveProperty('result');
    }
  });

  it('is a proof of its own person alone', async () => {
    const [ana, bia] = [await people.join(), await people.join()];
    const [ofAna, ofBia] = [await people.own(ana), await people.own(bia)];
    const asked = await people.askToProve(ana);
    expect(asked.allowCredentials).toMatchObject([{ id: ofAna.passkey.credentialId }]);
    expect(await people.use(ofAna.device.get(asked), ana)).toHaveProperty('result');
    const wrong = ofBia.device.get(await people.askToProve(ana));
    expect(await people.use(wrong, ana)).toEqual({ refused: 'answer' });
    // A device that was told which one to use may leave out whose it is, at sign-in it may not.
    const silent = ofAna.device.get(await people.askToProve(ana), { userHandle: null });
    expect(await people.use(silent, ana)).toHaveProperty('result');
    const nobodys = ofAna.device.get(await people.askToSignIn(), { userHandle: null });
    expect(await people.signIn(nobodys)).toEqual({ refused: 'answer' });
  });

  const lies: [string, Spoiled][] = [
    ['of another origin', { origin: 'https://painel.example.com.evil.example' }],
    ['of another port', { origin: `${ORIGIN}:8443` }],
    ['of another site', { rpId: 'evil.example' }],
    ['of a page inside another one', { crossOrigin: true }],
    ['where the device did not make sure of its person', { isUserVerified: false }],
  ];

  it.each([...lies, ['of a sign-in', { type: 'webauthn.get' }] satisfies [string, Spoiled]])(
    'is not registered by an answer %s',
    async (_name, spoiled) => {
      const user = await people.join();
      expect(await people.register(user, undefined, spoiled)).toBe('answer');
      expect(await people.list(user)).toEqual([]);
    },
  );

  it.each([
    ...lies,
    ['of a registration', { type: 'webauthn.create' }] satisfies [string, Spoiled],
  ])('signs nobody in by an answer %s', async (_name, spoiled) => {
    const { device } = await people.own(await people.join());
    const answer = device.get(await people.askToSignIn(), spoiled);
    expect(await people.signIn(answer)).toEqual({ refused: 'answer' });
  });

  it('signs nobody in by the key of another device, nor as another person', async () => {
    const [ana, bia] = [await people.join(), await people.join()];
    const [ofAna, ofBia] = [await people.own(ana), await people.own(bia)];
    const { credentialId } = ofAna.device;
    const userHandle = Buffer.from(ana.id).toString('base64url');
    for (const spoiled of [{ credentialId, userHandle }, { userHandle }]) {
      const answer = ofBia.device.get(await people.askToSignIn(), spoiled);
      expect(await people.signIn(answer)).toEqual({ refused: 'answer' });
    }
    const stranger = new TestAuthenticator(ORIGIN).get(await people.askToSignIn());
    expect(await people.signIn(stranger)).toEqual({ refused: 'answer' });
  });

  it.each([
    '',
    '{}',
    'null',
    '[]',
    'x'.repeat(100_000),
    JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } }),
  ])('is no text that somebody made up (case %#)', async (text) => {
    const user = await people.join();
    expect(await people.signIn(text)).toEqual({ refused: 'answer' });
    expect(await people.finishRegistration(user, text)).toBe('answer');
  });

  it('answers a challenge once, and not one that was refused either', async () => {
    const { device } = await people.own(await people.join());
    const asked = await people.askToSignIn();
    expect(await people.signIn(device.get(asked))).toHaveProperty('result');
    expect(await people.signIn(device.get(asked))).toEqual({ refused: 'challenge' });
    const spoiled = await people.askToSignIn();
    expect(await people.signIn(device.get(spoiled, { rpId: 'evil.example' }))).toEqual({
      refused: 'answer',
    });
    expect(await people.signIn(device.get(spoiled))).toEqual({ refused: 'challenge' });
  });

  it('answers a challenge for one of two that come at once', async () => {
    const { device } = await people.own(await people.join());
    const asked = await people.askToSignIn();
    const ends = await Promise.all([1, 2].map(() => people.signIn(device.get(asked))));
    expect(ends.filter((end) => 'result' in end)).toHaveLength(1);
    expect(ends.filter((end) => 'refused' in end)).toEqual([{ refused: 'challenge' }]);
  });

  it('answers for five minutes', async () => {
    const user = await people.join();
    const { device } = await people.own(user);
    const asked = async () => device.get(await people.askToSignIn());
    expect(await people.signIn(await asked(), CHALLENGE_LIFETIME_MS - 1)).toHaveProperty('result');
    const late = { refused: 'challenge' };
    expect(await people.signIn(await asked(), CHALLENGE_LIFETIME_MS)).toEqual(late);
    const made = new TestAuthenticator(ORIGIN).create(await people.askToRegister(user));
    const ms = CHALLENGE_LIFETIME_MS;
    expect(await people.finishRegistration(user, made, { ms })).toBe('challenge');
  });

  it('answers a challenge for what it was given out for alone, and for whom', async () => {
    const [ana, bia] = [await people.join(), await people.join()];
    const { device } = await people.own(ana);
    const late = { refused: 'challenge' };
    expect(await people.use(device.get(await people.askToSignIn()), ana)).toEqual(late);
    expect(await people.signIn(device.get(await people.askToProve(ana)))).toEqual(late);
    expect(await people.use(device.get(await people.askToProve(bia)), ana)).toEqual(late);
    const made = (asked: Parameters<TestAuthenticator['create']>[0]) =>
      new TestAuthenticator(ORIGIN).create(asked);
    const ofBia = made(await people.askToRegister(bia));
    expect(await people.finishRegistration(ana, ofBia)).toBe('challenge');
    const { challenge } = await people.askToSignIn();
    const asSignIn = made({ ...(await people.askToRegister(ana)), challenge });
    expect(await people.finishRegistration(ana, asSignIn)).toBe('challenge');
    const invented = device.get({ rpId: SITE.rpId, challenge: 'A'.repeat(43) });
    expect(await people.signIn(invented)).toEqual(late);
  });

  it('is refused where its device counts less than before, and says whose it is', async () => {
    const user = await people.join();
    const { device, passkey } = await people.own(user);
    await people.signIn(device.get(await people.askToSignIn(), { counter: 7 }));
    for (const counter of [7, 6, 0]) {
      const answer = device.get(await people.askToSignIn(), { counter });
      expect(await people.signIn(answer)).toMatchObject({
        ...{ refused: 'counter', user: { id: user.id }, passkey: { id: passkey.id } },
      });
    }
    const answer = device.get(await people.askToSignIn(), { counter: 8 });
    expect(await people.signIn(answer)).toHaveProperty('result');
  });

  it('is not used where what follows breaks', async () => {
    const user = await people.join();
    const { device } = await people.own(user);
    const answer = device.get(await people.askToSignIn());
    const broken = () => Promise.reject(new Error('the log is not there'));
    await expect(
      usePasskey({ answer, prover: null, site: SITE }, CALLER, broken, people.later(0)),
    ).rejects.toThrow('the log');
    expect(await people.list(user)).toMatchObject([{ counter: 0, usedAt: null }]);
  });

  it('is of one person alone', async () => {
    const [ana, bia] = [await people.join(), await people.join()];
    const { device } = await people.own(ana);
    expect(await people.register(ana, device)).toBe('taken');
    expect(await people.register(bia, device)).toBe('taken');
    expect(await people.list(bia)).toEqual([]);
  });

  it('is one of at most twenty, also of two that are made at once', async () => {
    const user = await people.join();
    for (let made = 1; made < MOST_PASSKEYS; made += 1) await people.own(user);
    const ends = await Promise.all([people.register(user), people.register(user)]);
    expect(ends.filter((end) => end === 'too-many')).toHaveLength(1);
    expect(await people.list(user)).toHaveLength(MOST_PASSKEYS);
  });

  it('is renamed and removed by its own person alone', async () => {
    const [ana, bia] = [await people.join(), await people.join()];
    const { device, passkey } = await people.own(ana);
    await people.run(`UPDATE users SET sealed_totp = '\\x01' WHERE id = '${ana.id}'`);
    const of = (user: User, name = 'Chave') => ({ userId: user.id, id: passkey.id, name });
    const rename = (user: User, name?: string) =>
      people.db.transaction((tx) => renamePasskey(tx, of(user, name), people.later(0)));
    const remove = (user: User) =>
      people.db.transaction((tx) => removePasskey(tx, of(user), people.later(0)));
    expect(await rename(bia)).toBe(false);
    expect(await remove(bia)).toBe(false);
    expect(await rename(ana, ' Chave azul ')).toBe(true);
    expect(await people.list(ana)).toMatchObject([{ name: 'Chave azul' }]);
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(61)]) {
      await expect(rename(ana, name)).rejects.toMatchObject({ details: [{ path: 'name' }] });
    }
    expect(await remove(ana)).toBe(true);
    expect(await remove(ana)).toBe(false);
    const answer = device.get(await people.askToSignIn());
    expect(await people.signIn(answer)).toEqual({ refused: 'answer' });
  });

  it('stays where it is the last way in, also of two that go at once', async () => {
    const user = await people.join();
    const owned = [await people.own(user), await people.own(user)];
    const remove = ({ passkey: { id } }: { passkey: Passkey }) =>
      people.db.transaction((tx) => removePasskey(tx, { userId: user.id, id }, people.later(0)));
    const ends = await Promise.allSettled(owned.map(remove));
    expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'ILLEGAL_TRANSITION', details: [{ path: 'passkey' }] } },
    ]);
    expect(await people.list(user)).toHaveLength(1);
  });

  it('goes with its person, and lets in nobody who was removed meanwhile', async () => {
    const user = await people.join();
    const { device, passkey } = await people.own(user);
    const asked = await people.askToSignIn();
    const made = new TestAuthenticator(ORIGIN).create(await people.askToRegister(user));
    await people.db.transaction((tx) => people.later(0).users.remove(tx, user.id));
    expect(await people.signIn(device.get(asked))).toEqual({ refused: 'answer' });
    expect(await people.finishRegistration(user, made)).toBe('challenge');
    const rows = await readEveryRow(people.db);
    expect(rows.filter((row) => row.includes(passkey.credentialId))).toEqual([]);
  });

  it('is asked for by a challenge that is kept nowhere, and only while it counts', async () => {
    const { challenge } = await people.askToSignIn();
    expect((await readEveryRow(people.db)).filter((row) => row.includes(challenge))).toEqual([]);
    await people.askToSignIn(CHALLENGE_LIFETIME_MS * 2);
    expect(await people.run('SELECT purpose FROM user_passkey_challenges')).toHaveLength(1);
  });

  it.each([
    ['asked for', CHALLENGE_LIMIT, () => people.askToSignIn()],
    ['tried', PASSKEY_LIMIT, () => people.signIn('{}')],
  ])('is %s so often from one network, and no more', async (_name, rule, act) => {
    const { rateLimiter, now } = people.later(0);
    for (let taken = 1; taken < rule.limit; taken += 1) {
      await rateLimiter.take(rule, CALLER.network, now());
    }
    await act();
    await expect(act()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('where passkeys are valid', () => {
  it.each([
    ['http://localhost:4030', 'localhost', 'http://localhost:4030'],
    ['http://painel.localhost:4030/', 'painel.localhost', 'http://painel.localhost:4030'],
    ['https://painel.example.com', 'painel.example.com', 'https://painel.example.com'],
    ['https://painel.example.com:8443', 'painel.example.com', 'https://painel.example.com:8443'],
  ])('%s', (url, rpId, origin) => {
    expect(passkeySiteOf(url)).toEqual({ rpId, origin });
  });

  it.each([
    ['http://127.0.0.1:4030', 'ip-address'],
    ['https://203.0.113.7', 'ip-address'],
    ['https://[2001:db8::1]:4030', 'ip-address'],
    ['http://painel.example.com', 'not-secure'],
  ])('%s has none: %s', (url, why) => {
    expect(passkeySiteOf(url)).toBe(why);
  });
});
