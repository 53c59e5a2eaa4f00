import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type HashedThing =
  | 'public-key'
  | 'secret-key'
  | 'card-token'
  | 'card-number'
  | 'refused-card'
  | 'customer-document'
  | 'payin-body'
  | 'payin-order'
  | 'pix-view'
  | 'payment-page'
  | 'page-key'
  | 'customer-session'
  | 'payout-body'
  | 'refund-body'
  | 'refund-return'
  | 'pix-key'
  | 'idempotency-key'
  | 'cvv-key'
  | 'authentication-id'
  | 'notice-address'
  | 'user-invitation'
  | 'user-session'
  | 'user-recovery-code'
  | 'sign-in-account'
  | 'half-proof'
  | 'known-browser'
  | 'passkey-challenge'
  | 'form-token';

/** HMAC-SHA256 of a value, 32 bytes: equal values are found without being stored. */
export type KeyedHash = (thing: HashedThing, value: string) => Uint8Array;

/** `root`: 32 random bytes that never lie in the database in the clear. */
export function createKeyedHash(root: Uint8Array): KeyedHash {
  const keys = new Map<HashedThing, Uint8Array>();
  const keyOf = (thing: HashedThing) => {
    const known = keys.get(thing);
    if (known !== undefined) return known;
    const key = new Uint8Array(hkdfSync('sha256', root, '', `keyed-hash ${thing}`, 32));
    keys.set(thing, key);
    return key;
  };
  return (thing, value) =>
    new Uint8Array(createHmac('sha256', keyOf(thing)).update(value).digest());
}

export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
