import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';

/** The id without its `pay_`, which carries the company, and the keyed hash of the whole id. */
const VIEW_TOKEN = /^pvt_(.{1,150}_[\w-]{22})_([\w-]{43})$/;

/**
 * Lets whoever holds it read how one payin stands. Decision: "one-time" is one payin and its one
 * window, as often as the buyer's page asks, also after a reload. Decision: a keyed hash of the id
 * under a key of its own instead of a stored random value: as impossible to guess, nothing lies in
 * the database, and a repeat of `POST /payin` answers the same.
 */
export function pixViewToken(hash: KeyedHash, payinId: string): string {
  const proof = Buffer.from(hash('pix-view', payinId)).toString('base64url');
  return `pvt_${payinId.replace(/^pay_/, '')}_${proof}`;
}

export function readPixViewToken(hash: KeyedHash, viewToken: string): string | null {
  const [, name, proof] = VIEW_TOKEN.exec(viewToken) ?? [];
  if (name === undefined || proof === undefined) return null;
  const id = `pay_${name}`;
  return isSameHash(Buffer.from(proof, 'base64url'), hash('pix-view', id)) ? id : null;
}
