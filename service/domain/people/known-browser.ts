import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { normalizeEmail } from './user.ts';

type Hashing = { hash: KeyedHash };

/**
 * What a good sign-in leaves in a browser. Decision: it opens nothing and is kept nowhere; it gives
 * its browser tries of its own, and is of whoever came last of several people at one browser.
 */
export function newKnownBrowser(
  email: string,
  { hash, randomBytes }: Hashing & { randomBytes: RandomBytes },
): string {
  const id = Buffer.from(randomBytes(16)).toString('base64url');
  return `${id}.${Buffer.from(proofOf(id, email, hash)).toString('base64url')}`;
}

/** The id of a browser that somebody has signed in by; null for any other. */
export function knownBrowserOf(given: string, email: string, { hash }: Hashing): string | null {
  const [id = '', proof = ''] = given.split('.');
  const isRight = isSameHash(Buffer.from(proof, 'base64url'), proofOf(id, email, hash));
  return isRight ? id : null;
}

function proofOf(id: string, email: string, hash: KeyedHash): Uint8Array {
  return hash('known-browser', `${id} ${normalizeEmail(email)}`);
}
