import type { CustomerSession } from '../../../contract/card/saved-card.ts';
import { CUSTOMER_SESSION_SECONDS } from '../../../contract/card/saved-card.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';

const CUSTOMER_TOKEN = /^cst_([\w-]{1,64})\.(\d{1,12})\.([\w-]{0,300})\.([\w-]{43})$/;

type SessionServices = { hash: KeyedHash; now: () => Date };

/**
 * Opens the session of a customer, by which our frame in the merchant's page lists, uses and deletes
 * their saved cards for 15 minutes. `origin`: the page that is to have it, one of the account's; left
 * out, each of them. 400 INVALID_DATA: an origin that is none of the account's.
 *
 * Decision: the token is made of what it says and its keyed hash, so none is stored, and a session
 * of a customer that was never seen is opened like any other.
 */
export function openCustomerSession(
  account: Account,
  { customerId, origin }: { customerId: string; origin?: string | undefined },
  { hash, now }: SessionServices,
): CustomerSession {
  const isKnown = account.origins.length === 0 || account.origins.includes(origin ?? '');
  if (origin !== undefined && !isKnown) throw invalidField('origin', 'unregistered_origin');
  const end = accountTime(account, now()).getTime() + CUSTOMER_SESSION_SECONDS * 1_000;
  const seconds = Math.floor(end / 1_000);
  const page = Buffer.from(origin ?? '').toString('base64url');
  const said = `${customerId}.${seconds}.${page}`;
  const proof = Buffer.from(proofOf(account, said, hash)).toString('base64url');
  return { token: `cst_${said}.${proof}`, expiresAt: new Date(seconds * 1_000).toISOString() };
}

/**
 * The customer whose session this is. 403 FORBIDDEN where it is none of this account, is over, or was
 * opened for another page than `pageOrigin`, without a word on which.
 */
export function requireCustomer(
  account: Account,
  { customerToken, pageOrigin }: { customerToken: string; pageOrigin: string },
  { hash, now }: SessionServices,
): string {
  const [, customerId, seconds, page, proof] = CUSTOMER_TOKEN.exec(customerToken) ?? [];
  const isOurs =
    proof !== undefined &&
    isSameHash(
      Buffer.from(proof, 'base64url'),
      proofOf(account, `${customerId}.${seconds}.${page}`, hash),
    );
  const origin = Buffer.from(page ?? '', 'base64url').toString();
  const isOver = Number(seconds) * 1_000 <= accountTime(account, now()).getTime();
  if (customerId === undefined || !isOurs || isOver || ![pageOrigin, ''].includes(origin)) {
    throw new ApiError('FORBIDDEN', 'The session of this customer is over, or not of this page.');
  }
  return customerId;
}

function proofOf({ companyId }: Account, said: string, hash: KeyedHash): Uint8Array {
  return hash('customer-session', `${companyId}.${said}`);
}
