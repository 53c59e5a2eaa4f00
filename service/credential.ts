import { timingSafeEqual } from 'node:crypto';
import type { Account, AccountStore, CredentialHashes } from './account.ts';
import { ApiError } from './api-error.ts';
import type { KeyedHash } from './keyed-hash.ts';

/** What a caller sent, well formed: the pair, or the public key alone. */
export type Credential =
  | { scope: 'company'; publicKey: string; secretKey: string }
  | { scope: 'public'; publicKey: string };

/** An account and how far the caller may go in its name. */
export type Caller = { scope: Credential['scope']; account: Account };

export function hashCredential(
  hash: KeyedHash,
  pair: { publicKey: string; secretKey: string },
): CredentialHashes {
  return {
    publicKeyHash: hash('public-key', pair.publicKey),
    secretKeyHash: hash('secret-key', pair.secretKey),
  };
}

/**
 * The caller behind a credential. An unknown, revoked or wrong one is 401 UNAUTHORIZED in the same
 * words after the same work.
 */
export async function findCaller(
  credential: Credential,
  { accounts, hash }: { accounts: AccountStore; hash: KeyedHash },
): Promise<Caller> {
  const found = await accounts.findByPublicKey(hash('public-key', credential.publicKey));
  if (credential.scope === 'public') {
    if (found === null) throw unauthorized();
    return { scope: 'public', account: found.account };
  }
  const given = hash('secret-key', credential.secretKey);
  const isRight = timingSafeEqual(given, found?.secretKeyHash ?? NEVER_A_HASH);
  if (found === null || !isRight) throw unauthorized();
  return { scope: 'company', account: found.account };
}

const NEVER_A_HASH = new Uint8Array(32);

export function unauthorized(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The credentials are missing, wrong or no longer valid.');
}
