import type { KeyObject } from 'node:crypto';
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** A card that came in the clear, or encrypted by the account's public key. */
export type PlainCard = {
  number: string;
  securityCode: string;
  month: string;
  year: string;
  holder: string;
};

/**
 * The account's key pair for cards. What is encrypted, by RSA with the padding of PKCS 1, is
 * `number;cvv;month;year;holder;milliseconds`, as third parties tell it of PagBank's own script:
 * its documents leave the form to that script.
 */
export function createCardKey() {
  let made: { publicKey: KeyObject; privateKey: KeyObject } | null = null;
  /** Not before somebody asks for it: a pair takes a while. */
  const pair = () => {
    made ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
    return made;
  };

  return {
    /** As the API gives it out: base64 of the SPKI form. */
    publicKey: () => pair().publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    /** Null where it was not encrypted by this key or says no card. */
    read: (encrypted: string): PlainCard | null => {
      const text = decrypt(pair().privateKey, encrypted);
      const parts = /^(\d{13,19});(\d{3,4});(\d{2});(20\d\d);([^;]+);(\d{13})$/.exec(text ?? '');
      if (parts === null) return null;
      const [, number = '', securityCode = '', month = '', year = '', holder = ''] = parts;
      return { number, securityCode, month, year, holder };
    },
  };
}

export type CardKey = ReturnType<typeof createCardKey>;

/** Takes the padding off by hand: Node does not everywhere. */
function decrypt(key: KeyObject, encrypted: string): string | null {
  let padded: Buffer;
  try {
    const padding = constants.RSA_NO_PADDING;
    padded = privateDecrypt({ key, padding }, Buffer.from(encrypted, 'base64'));
  } catch {
    return null;
  }
  const end = padded.indexOf(0, 2);
  const isPadded = padded[0] === 0 && padded[1] === 2 && end >= 10;
  return isPadded ? padded.subarray(end + 1).toString('utf8') : null;
}
