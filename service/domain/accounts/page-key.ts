import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import type { Account, AccountStore } from './account.ts';

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
export async function findByPageKey(
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
