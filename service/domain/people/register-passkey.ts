import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Db, Queryable } from '../../base/shared/db.ts';
import type { Passkey, PasskeyStore } from './passkey.ts';
import { MOST_PASSKEYS, readPasskeyName } from './passkey.ts';
import { readRegistration } from './passkey-answer.ts';
import type { ChallengeServices } from './passkey-challenge.ts';
import { PASSKEY_ALGORITHMS, takeChallenge } from './passkey-challenge.ts';
import type { PasskeySite } from './passkey-site.ts';
import type { User, UserStore } from './user.ts';

/**
 * `challenge`: too late, or not for this person. `answer`: it proves no key of this site whose user
 * the device made sure of. `taken`: it is somebody's already.
 */
export type RegistrationRefusal = 'challenge' | 'answer' | 'taken' | 'too-many';

/** The caller makes sure of a fresh proof. `record`: in the same transaction. 400 of `name`. */
export async function registerPasskey(
  { user, name, answer, site }: { user: User; name: string; answer: string; site: PasskeySite },
  record: (tx: Queryable, passkey: Passkey) => Promise<void>,
  services: Omit<ChallengeServices, 'rateLimiter'> & {
    db: Db;
    passkeys: PasskeyStore;
    users: UserStore;
  },
): Promise<Passkey | RegistrationRefusal> {
  const { db, passkeys, users, randomBytes, now } = services;
  const readName = readPasskeyName(name);
  const given = readRegistration(answer);
  if (given === null) return 'answer';
  const wanted = { purpose: 'registration', userId: user.id } as const;
  if (!(await takeChallenge(given.challenge, wanted, services))) return 'challenge';
  const credential = await verify(given.response, given.challenge, site);
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

async function verify(response: RegistrationResponseJSON, challenge: string, site: PasskeySite) {
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
