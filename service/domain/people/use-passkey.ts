import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Db, Queryable } from '../../base/shared/db.ts';
import type { RateLimitRule } from '../limits/rate-limit.ts';
import { requireWithinLimit } from '../limits/rate-limit.ts';
import type { Passkey, PasskeySite, PasskeyStore } from './passkey.ts';
import { MOST_PASSKEYS, readPasskeyName } from './passkey.ts';
import { readAuthentication, readRegistration } from './passkey-answer.ts';
import type { ChallengeServices, Counted } from './passkey-challenge.ts';
import { PASSKEY_ALGORITHMS, takeChallenge, userHandleOf } from './passkey-challenge.ts';
import type { User, UserStore } from './user.ts';

type PasskeyServices = ChallengeServices & { db: Db; passkeys: PasskeyStore; users: UserStore };

/**
 * `challenge`: too late, or not for this person. `answer`: it proves no key of this site whose user
 * the device made sure of. `taken`: it is somebody's already.
 */
type RegistrationRefusal = 'challenge' | 'answer' | 'taken' | 'too-many';

/** The caller makes sure of a fresh proof. `record`: in the same transaction. 400 of `name`. */
export async function registerPasskey(
  { user, name, answer, site }: { user: User; name: string; answer: string; site: PasskeySite },
  record: (tx: Queryable, passkey: Passkey) => Promise<void>,
  services: Omit<PasskeyServices, 'rateLimiter'>,
): Promise<Passkey | RegistrationRefusal> {
  const { db, passkeys, users, randomBytes, now } = services;
  const readName = readPasskeyName(name);
  const given = readRegistration(answer);
  if (given === null) return 'answer';
  const wanted = { purpose: 'registration', userId: user.id } as const;
  if (!(await takeChallenge(given.challenge, wanted, services))) return 'challenge';
  const credential = await verifyRegistration(given.response, given.challenge, site);
  if (credential === null) return 'answer';
  const passkey: Passkey = {
    id: `psk_${Buffer.from(randomBytes(16)).toString('base64url')}`,
    userId: user.id,
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: given.response.response.transports ?? [],
    name: readName,
    createdAt: now(),
    usedAt: null,
  };
  return db.transaction(async (tx) => {
    const locked = await users.lock(tx, user.id);
    if (locked?.state !== 'active') return 'challenge';
    if ((await passkeys.count(tx, user.id)) >= MOST_PASSKEYS) return 'too-many';
    if (!(await passkeys.insert(tx, passkey))) return 'taken';
    await record(tx, passkey);
    return passkey;
  });
}

async function verifyRegistration(
  response: RegistrationResponseJSON,
  challenge: string,
  site: PasskeySite,
) {
  // Loaded when it is needed: a start of the service does not wait for it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    return verified ? registrationInfo.credential : null;
  } catch {
    // It throws for everything that is not as it should be, with what it was in a sentence.
    return null;
  }
}

/** Decision: as many tries as a network has with passwords. */
export const PASSKEY_LIMIT: RateLimitRule = {
  name: 'passkey_network',
  limit: 50,
  windowMs: 15 * 60_000,
};

/**
 * `challenge`: late, used before, or for something else. `answer`: no signature of a passkey known
 * here, of this person. `counter`: the device counts less than before, as a copy would.
 */
export type PasskeyRefusal =
  | { refused: 'challenge' | 'answer' }
  | { refused: 'counter'; passkey: Passkey; user: User };

export type Used = { user: User; passkey: Passkey };

export type PasskeyUse = {
  answer: string;
  /** Who has to prove it is them; null to sign in, as whoever it proves to be. */
  prover: User | null;
  site: PasskeySite;
};

/**
 * `then` does what that allows in the same transaction. A device that counts is refused unless it
 * has counted on. 429 RATE_LIMITED by network.
 */
export async function usePasskey<Result>(
  { answer, prover, site }: PasskeyUse,
  { network }: Counted,
  then: (tx: Queryable, used: Used) => Promise<Result>,
  services: Omit<PasskeyServices, 'randomBytes'>,
): Promise<{ result: Result } | PasskeyRefusal> {
  const { db, passkeys, users, rateLimiter, now } = services;
  await requireWithinLimit(rateLimiter, PASSKEY_LIMIT, network, now());
  const given = readAuthentication(answer);
  if (given === null) return { refused: 'answer' };
  const wanted =
    prover === null
      ? ({ purpose: 'sign-in', userId: null } as const)
      : ({ purpose: 'proof', userId: prover.id } as const);
  if (!(await takeChallenge(given.challenge, wanted, services))) return { refused: 'challenge' };
  const found = await passkeys.findByCredential(given.response.id);
  if (found === null || !isOf(found.user, given.response, prover)) return { refused: 'answer' };
  const counter = await verify(given.response, given.challenge, { ...found, site });
  if (counter === null) return { refused: 'answer' };
  return db.transaction(async (tx) => {
    const user = await users.lock(tx, found.user.id);
    if (user?.state !== 'active') return { refused: 'answer' };
    const isUsed = await passkeys.use(tx, found.passkey.credentialId, { counter, at: now() });
    if (!isUsed) return { refused: 'counter', ...found };
    return { result: await then(tx, { user, passkey: found.passkey }) };
  });
}

function isOf(user: User, { response }: AuthenticationResponseJSON, prover: User | null): boolean {
  if (prover !== null && prover.id !== user.id) return false;
  // A device that was told which passkey to use may leave out whose it is.
  const isLeftOut = prover !== null && response.userHandle === undefined;
  return isLeftOut || response.userHandle === userHandleOf(user);
}

async function verify(
  response: AuthenticationResponseJSON,
  challenge: string,
  { passkey, site }: { passkey: Passkey; site: PasskeySite },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // Compared where it is written, so that of two answers at once one is refused.
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
