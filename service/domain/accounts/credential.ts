import { timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Account, AccountStore, CredentialHashes } from './account.ts';
import type { KeyScope } from './key-scope.ts';

export type Credential =
  | { scope: 'company'; publicKey: string; secretKey: string }
  | { scope: 'public'; publicKey: string };

export type Caller = {
  scope: Credential['scope'];
  account: Account;
  /** None of a public key alone. */
  keyScopes: readonly KeyScope[];
  publicKeyHash: Uint8Array;
};

/** A key pair as it is kept: what it is found by, and its life. `lastUsedAt`: to the minute. */
export type StoredCredential = {
  publicKeyHash: Uint8Array;
  scopes: readonly KeyScope[];
  createdAt: Date;
  /** Who made it; null where it is older than that is kept, or of the sandbox. */
  createdBy: string | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

export interface CredentialStore {
  insert(
    tx: Queryable,
    companyId: string,
    key: CredentialHashes & Pick<StoredCredential, 'scopes' | 'createdAt' | 'createdBy'>,
  ): Promise<void>;
  /** Oldest first, revoked ones included. */
  list(companyId: string): Promise<StoredCredential[]>;
  revoke(tx: Queryable, companyId: string, publicKeyHash: Uint8Array, now: Date): Promise<boolean>;
}

export function newKeyPair(
  account: Account,
  randomBytes: RandomBytes,
): { publicKey: string; secretKey: string } {
  const mode = account.sandbox ? 'test' : 'live';
  const random = (size: number) => Buffer.from(randomBytes(size)).toString('base64url');
  return { publicKey: `pk_${mode}_${random(18)}`, secretKey: `sk_${mode}_${random(32)}` };
}

/** Names a key pair to its owner and the operator without being one: 48 bits of the kept hash. */
export function keyIdOf({ publicKeyHash }: Pick<CredentialHashes, 'publicKeyHash'>): string {
  return `key_${Buffer.from(publicKeyHash).toString('hex').slice(0, 12)}`;
}

export function hashCredential(
  hash: KeyedHash,
  pair: { publicKey: string; secretKey: string },
): CredentialHashes {
  return {
    publicKeyHash: hash('public-key', pair.publicKey),
    secretKeyHash: hash('secret-key', pair.secretKey),
  };
}

/** An unknown, revoked or wrong credential is 401 UNAUTHORIZED, all after the same work. */
export async function findCaller(
  credential: Credential,
  services: { accounts: AccountStore; hash: KeyedHash; addresses: { paymentPageUrl: string } },
): Promise<Caller> {
  const { accounts, hash, addresses } = services;
  const publicKeyHash = hash('public-key', credential.publicKey);
  const found = await accounts.findByPublicKey(publicKeyHash);
  if (credential.scope === 'public') {
    const pageUrl = addresses.paymentPageUrl;
    const account =
      found?.account ?? (await findByPageKey(credential.publicKey, { accounts, hash, pageUrl }));
    if (account === null) throw unauthorized();
    return { scope: 'public', account, keyScopes: [], publicKeyHash };
  }
  const given = hash('secret-key', credential.secretKey);
  const isRight = timingSafeEqual(given, found?.secretKeyHash ?? NEVER_A_HASH);
  if (found === null || !isRight) throw unauthorized(whatFormTells(credential));
  return { scope: 'company', account: found.account, keyScopes: found.scopes, publicKeyHash };
}

/** 403 that names the scope. */
export function requireScope({ keyScopes }: Pick<Caller, 'keyScopes'>, scope: KeyScope): void {
  if (keyScopes.includes(scope)) return;
  throw new ApiError('INSUFFICIENT_SCOPE', `This key pair does not have the scope "${scope}".`, {
    details: [errorDetail('scope', 'one_of', { values: scope })],
  });
}

const NEVER_A_HASH = new Uint8Array(32);

/** What is wrong with a pair by its form alone; it tells nothing of the keys that there are. */
function whatFormTells(pair: { publicKey: string; secretKey: string }): string | undefined {
  const isMixed = pair.publicKey.slice(0, 7) !== pair.secretKey.replace('s', 'p').slice(0, 7);
  return isMixed ? 'One of the keys is a test key, the other a live key.' : undefined;
}

export function unauthorized(
  message = 'The credentials are missing, wrong or no longer valid.',
): ApiError {
  return new ApiError('UNAUTHORIZED', message);
}

const PAGE_KEY = /^pk_(?:live|test)_page_(.{1,150})_[\w-]{22}$/;

/**
 * The public key that our own payment pages have of an account. Decision: a keyed hash of the
 * account's id instead of one of the merchant's keys, which a page that somebody makes in the dashboard
 * does not have, and which a merchant may revoke while the page is open. It embeds the frames in our
 * pages alone, and charges nobody by itself, as no public key does.
 */
export function pageKeyOf({ companyId, sandbox }: Account, hash: KeyedHash): string {
  const proof = Buffer.from(hash('page-key', companyId).subarray(0, 16)).toString('base64url');
  return `pk_${sandbox ? 'test' : 'live'}_page_${companyId}_${proof}`;
}

/** The account of such a key; null where it is none of ours. `pageUrl`: where it embeds the frames. */
async function findByPageKey(
  publicKey: string,
  { accounts, hash, pageUrl }: { accounts: AccountStore; hash: KeyedHash; pageUrl: string },
): Promise<Account | null> {
  const companyId = PAGE_KEY.exec(publicKey)?.[1];
  const account = companyId === undefined ? null : await accounts.find(companyId);
  if (account === null) return null;
  const isOurs = isSameHash(
    hash('public-key', pageKeyOf(account, hash)),
    hash('public-key', publicKey),
  );
  return isOurs ? { ...account, origins: [pageUrl] } : null;
}
