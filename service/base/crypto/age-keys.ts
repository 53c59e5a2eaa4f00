import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey } from 'node:crypto';

/**
 * The two texts that `age-keygen` writes: what others encrypt to, and what opens it. Both are Bech32
 * (BIP 173, without its bound on lengths) of 32 bytes, a key of X25519.
 */
export function parseAgeRecipient(text: string): KeyObject | null {
  const key = decodeBech32(text, 'age');
  return key && publicKeyOf(key);
}

/** The line of a file of `age-keygen` that begins with `AGE-SECRET-KEY-1`; notes may stand above. */
export function parseAgeIdentity(text: string): KeyObject | null {
  const line = text.split(/\r?\n/).find((one) => one.startsWith('AGE-SECRET-KEY-1'));
  const key = line === undefined ? null : decodeBech32(line.trim().toLowerCase(), SECRET);
  return key && privateKeyOf(key);
}

/** Any 32 bytes are a private key. */
export function privateKeyOf(key: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, key]), format: 'der', type: 'pkcs8' });
}

/** `key`: 32 bytes. */
export function publicKeyOf(key: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' });
}

export function bytesOf(key: KeyObject): Buffer {
  const whole = (key.type === 'private' ? createPublicKey(key) : key).export({
    format: 'der',
    type: 'spki',
  });
  return whole.subarray(SPKI.length);
}

const SECRET = 'age-secret-key-';
/** What stands before the 32 bytes of a key of X25519 (RFC 8410). */
const SPKI = Buffer.from('302a300506032b656e032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM = 6;
const KEY_BYTES = 32;

function decodeBech32(text: string, prefix: string): Uint8Array | null {
  if (!text.startsWith(`${prefix}1`)) return null;
  const words = [...text.slice(prefix.length + 1)].map((letter) => ALPHABET.indexOf(letter));
  if (words.includes(-1) || checksumOf(prefix, words) !== 1) return null;
  const bits = words.slice(0, -CHECKSUM).map((word) => word.toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/[01]{8}/g) ?? [];
  return bytes.length === KEY_BYTES ? Uint8Array.from(bytes, (byte) => parseInt(byte, 2)) : null;
}

function checksumOf(prefix: string, words: readonly number[]): number {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  return [...expanded, ...words].reduce((sum, word) => {
    const top = sum >>> 25;
    const shifted = ((sum & 0x1ffffff) << 5) ^ word;
    return GENERATOR.reduce((mixed, one, bit) => ((top >> bit) & 1 ? mixed ^ one : mixed), shifted);
  }, 1);
}
