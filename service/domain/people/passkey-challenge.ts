import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { RateLimiter, RateLimitRule } from '../limits/rate-limit.ts';
import { requireWithinLimit } from '../limits/rate-limit.ts';
import type { Passkey, PasskeySite } from './passkey.ts';
import type { Caller } from './people-log.ts';
import type { User } from './user.ts';

/** Decision: as long as a fresh proof counts; whoever takes longer loads the page again. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** Decision: more than tries, since every page to sign in at has a challenge of its own. */
export const CHALLENGE_LIMIT: RateLimitRule = {
  name: 'passkey_challenge_network',
  limit: 300,
  windowMs: 15 * 60_000,
};

export type Counted = Pick<Caller, 'network'>;

export type Challenge = { purpose: 'registration' | 'sign-in' | 'proof'; userId: string | null };

export interface PasskeyChallengeStore {
  insert(hash: Uint8Array, challenge: Challenge, times: { now: Date; endsAt: Date }): Promise<void>;
  take(hash: Uint8Array, now: Date): Promise<Challenge | null>;
}

export type ChallengeServices = {
  challenges: PasskeyChallengeStore;
  rateLimiter: RateLimiter;
  hash: KeyedHash;
  randomBytes: RandomBytes;
  now: () => Date;
};

/** EdDSA, ES256 and RS256: what devices have. Source: IANA, COSE Algorithms. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** What the browser is asked to make a passkey by. 429 RATE_LIMITED by network. */
export async function askForRegistration(
  { user, passkeys, site }: { user: User; passkeys: readonly Passkey[]; site: PasskeySite },
  caller: Counted,
  services: ChallengeServices,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const mine: Challenge = { purpose: 'registration', userId: user.id };
  return {
    challenge: await newChallenge(mine, caller, services),
    rp: { id: site.rpId, name: 'Pagamentos' },
    user: { id: userHandleOf(user), name: user.email ?? '', displayName: user.name ?? '' },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    // One of a device that has one already would take the place of it.
    excludeCredentials: passkeys.map(toDescriptor),
    // The device keeps who it belongs to, so that nobody types an address to sign in.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: CHALLENGE_LIFETIME_MS,
  };
}

/** The same whether anybody has a passkey or not. 429 RATE_LIMITED by network. */
export async function askForSignIn(
  site: PasskeySite,
  caller: Counted,
  services: ChallengeServices,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const anybodys: Challenge = { purpose: 'sign-in', userId: null };
  return toRequest(site, await newChallenge(anybodys, caller, services));
}

/** 429 RATE_LIMITED by network. */
export async function askForProof(
  { user, passkeys, site }: { user: User; passkeys: readonly Passkey[]; site: PasskeySite },
  caller: Counted,
  services: ChallengeServices,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const mine: Challenge = { purpose: 'proof', userId: user.id };
  const request = toRequest(site, await newChallenge(mine, caller, services));
  return { ...request, allowCredentials: passkeys.map(toDescriptor) };
}

function toRequest(site: PasskeySite, challenge: string): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge,
    rpId: site.rpId,
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME_MS,
  };
}

function toDescriptor({ credentialId, transports }: Passkey) {
  return { type: 'public-key' as const, id: credentialId, transports: [...transports] };
}

/** What a device keeps of whose a passkey is: the id, which says nothing about the person. */
export function userHandleOf({ id }: Pick<User, 'id'>): string {
  return Buffer.from(id).toString('base64url');
}

/** 256 random bits, kept as a hash alone. */
async function newChallenge(
  challenge: Challenge,
  { network }: Counted,
  { challenges, rateLimiter, hash, randomBytes, now }: ChallengeServices,
): Promise<string> {
  const at = now();
  await requireWithinLimit(rateLimiter, CHALLENGE_LIMIT, network, at);
  const text = Buffer.from(randomBytes(32)).toString('base64url');
  const endsAt = new Date(at.getTime() + CHALLENGE_LIFETIME_MS);
  await challenges.insert(hash('passkey-challenge', text), challenge, { now: at, endsAt });
  return text;
}

/** Uses a challenge up, whatever comes of it: whether it was given out for this, and to whom. */
export async function takeChallenge(
  text: string,
  wanted: Challenge,
  { challenges, hash, now }: Pick<ChallengeServices, 'challenges' | 'hash' | 'now'>,
): Promise<boolean> {
  const given = await challenges.take(hash('passkey-challenge', text), now());
  return given !== null && given.purpose === wanted.purpose && given.userId === wanted.userId;
}
