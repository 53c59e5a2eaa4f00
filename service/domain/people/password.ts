import { hash, verify } from '@node-rs/argon2';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { invalidField } from '../../base/shared/api-error.ts';

/** Argon2id, the least of OWASP's Password Storage Cheat Sheet (read 2026-11-23); memory in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** In characters. Length alone: rules of composition make passwords that are worse. */
export const PASSWORD_LENGTH = { min: 12, max: 128 };

/** Of no password: whoever is compared with it is refused in the time that a real one takes. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The text to keep. 400 INVALID_DATA of `password` where it is too short or too long. */
export async function hashPassword(password: string, randomBytes: RandomBytes): Promise<string> {
  const normal = normalize(password);
  if (!hasRightLength(normal)) {
    const { min, max } = PASSWORD_LENGTH;
    if ([...normal].length < min) throw invalidField('password', 'too_short', { min });
    throw invalidField('password', 'too_long', { max });
  }
  return hash(normal, { ...PARAMETERS, salt: randomBytes(16) });
}

/** False for whoever has none (null) too, after as much work. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const normal = normalize(password);
  // What no password can be is not hashed at its full length.
  const asked = hasRightLength(normal) ? normal : '';
  return (await verify(kept ?? NOBODYS_HASH, asked)) && kept !== null;
}

function hasRightLength(password: string): boolean {
  const { length } = [...password];
  return length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max;
}

/** Keyboards differ in how they write an accented letter. */
function normalize(password: string): string {
  return password.normalize('NFC');
}
