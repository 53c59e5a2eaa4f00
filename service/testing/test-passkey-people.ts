import { createKeyedHash } from '../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../base/crypto/random-bytes.ts';
import type { Db } from '../base/shared/db.ts';
import { acceptInvitation, inviteUser } from '../domain/people/invitation.ts';
import {
  askForProof,
  askForRegistration,
  askForSignIn,
} from '../domain/people/passkey-challenge.ts';
import { registerPasskey, usePasskey } from '../domain/people/use-passkey.ts';
import type { User } from '../domain/people/user.ts';
import { createSharedRateLimiter } from '../store/tables/limits/shared-rate-limit.ts';
import { createPasskeyChallengeStore, createPasskeyStore } from '../store/tables/people/passkey.ts';
import { createUserStore } from '../store/tables/people/user.ts';
import type { Spoiled } from './test-authenticator.ts';
import { TestAuthenticator } from './test-authenticator.ts';
import type { TestDatabase } from './test-db.ts';

/** When everything begins. */
export const START = new Date('2026-11-23T12:00:00Z').getTime();
export const CALLER = { network: '198.51.100.7' };
export const ORIGIN = 'https://painel.example.com';
export const SITE = { rpId: 'painel.example.com', origin: ORIGIN };

/** People with passkeys on one database, at chosen moments. */
export async function openPeople(database: TestDatabase) {
  const db: Db = await database.openMigrated();
  const later = (ms: number) => ({
    ...{ db, users: createUserStore(db), passkeys: createPasskeyStore(db) },
    challenges: createPasskeyChallengeStore(db),
    rateLimiter: createSharedRateLimiter(db),
    hash: createKeyedHash(new Uint8Array(32).fill(8)),
    randomBytes: createRandomBytes(),
    now: () => new Date(START + ms),
  });
  const run = (text: string) => db.query({ name: '', text, values: [] });
  let count = 0;
  async function join(): Promise<User> {
    count += 1;
    const asked = { companyId: 'acme', email: `${count}@example.com`, name: 'Ana' } as const;
    const invited = await db.transaction((tx) =>
      inviteUser(tx, { ...asked, role: 'owner' }, later(0)),
    );
    const given = { token: invited?.token ?? '', password: 'correct horse battery' };
    const user = await acceptInvitation(given, async () => undefined, later(0));
    if (user === null) throw new Error('nobody was let in');
    return user;
  }
  const unrecorded = async () => undefined;
  const list = (user: User) => later(0).passkeys.list(user.id);
  const askToRegister = async (user: User, ms = 0) =>
    askForRegistration({ user, passkeys: await list(user), site: SITE }, CALLER, later(ms));
  const finishRegistration = (user: User, answer: string, { name = 'Telefone', ms = 0 } = {}) =>
    registerPasskey({ user, name, answer, site: SITE }, unrecorded, later(ms));
  async function register(user: User, device = new TestAuthenticator(ORIGIN), spoiled?: Spoiled) {
    const answer = device.create(await askToRegister(user), spoiled);
    return finishRegistration(user, answer);
  }
  async function own(user: User, device = new TestAuthenticator(ORIGIN)) {
    const passkey = await register(user, device);
    if (typeof passkey === 'string') throw new Error(passkey);
    return { device, passkey };
  }
  const askToSignIn = (ms = 0) => askForSignIn(SITE, CALLER, later(ms));
  const askToProve = async (user: User) =>
    askForProof({ user, passkeys: await list(user), site: SITE }, CALLER, later(0));
  const use = (answer: string, prover: User | null, ms = 0) =>
    usePasskey(
      { answer, prover, site: SITE },
      CALLER,
      async (_tx, { user, passkey }) => [user.id, passkey.id],
      later(ms),
    );
  const signIn = (answer: string, ms = 0) => use(answer, null, ms);
  return {
    ...{ db, run, later, join, list, own, register, askToRegister, finishRegistration },
    ...{ askToSignIn, askToProve, signIn, use },
  };
}
