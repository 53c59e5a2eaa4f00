import { Secret, TOTP } from 'otpauth';
import type { RandomBytes } from '../../base/crypto/envelope.ts';

/** What every app that makes codes understands. Source: RFC 6238; the apps' "Key URI Format". */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 };
/** As long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** In codes before and after the current one, for clocks that are not quite right. */
const WINDOW = 1;

export function newTotpSecret(randomBytes: RandomBytes): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

/** Null where it is not a code of now. Apps show codes with spaces. */
export function counterOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replace(/\s/g, '');
  if (!/^[0-9]{6}$/.test(token)) return null;
  const asked = { ...PARAMETERS, secret: toSecret(secret), token, timestamp, window: WINDOW };
  const delta = TOTP.validate(asked);
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp }) + delta;
}

export function codeAt(secret: Uint8Array, now: Date): string {
  return TOTP.generate({ ...PARAMETERS, secret: toSecret(secret), timestamp: now.getTime() });
}

/** What an app is told: as the address that a QR code carries, and the secret to type. */
export function describeSecret(secret: Uint8Array, email: string): { uri: string; text: string } {
  const totp = new TOTP({
    ...PARAMETERS,
    issuer: 'Checkout',
    label: email,
    secret: toSecret(secret),
  });
  return { uri: totp.toString(), text: totp.secret.base32 };
}

function toSecret(bytes: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
