import { createCipheriv, createDecipheriv } from 'node:crypto';

/** `version` is from 1 to 65535; `key` is 32 bytes. */
export type KeyEncryptionKey = { version: number; key: Uint8Array };

export type RandomBytes = (size: number) => Uint8Array;

/** Seals values for storage: each under its own random key, wrapped by the newest service key. */
export type Envelope = {
  seal(plaintext: Uint8Array, context: string): Uint8Array;
  /** Throws `SealBroken` where the bytes, the context or the key do not fit. */
  open(sealed: Uint8Array, context: string): Uint8Array;
  /** The same value under the newest key, without touching the value; unchanged when it is. */
  rewrap(sealed: Uint8Array, context: string): Uint8Array;
  versionOf(sealed: Uint8Array): number;
  readonly currentVersion: number;
  readonly versions: readonly number[];
};

/** Of what comes after one. `notUnder`: not under this version of the key, null for all. */
export type SealedAfter<Key> = { notUnder: number | null; after: Key };

export type RotatingEnvelope = Envelope & {
  /** Newest first, as at the start; what was sealed before must still open by them. */
  use(keys: readonly KeyEncryptionKey[]): void;
};

/** A sealed value cannot be opened. Says nothing of what was in it. */
export class SealBroken extends Error {
  constructor() {
    super('a sealed value cannot be opened');
    this.name = 'SealBroken';
  }
}

const FORMAT = 1;
const NONCE = 12;
const TAG = 16;
const KEY = 32;
const HEADER = 3;
const WRAPPED = NONCE + KEY + TAG;

/**
 * AES-256-GCM, layout `format(1) version(2) | nonce key tag | nonce value tag`. Both layers are
 * bound to `context` (for a card: company, token and version), so that a sealed value moved to
 * another row does not open.
 */
export function createEnvelope(
  keys: readonly KeyEncryptionKey[],
  randomBytes: RandomBytes,
): Envelope {
  const newest = keys[0];
  if (newest === undefined) throw new Error('an envelope needs a key');
  const byVersion = new Map(keys.map((entry) => [entry.version, entry.key]));

  const wrap = (dataKey: Uint8Array, context: string) => {
    const header = Buffer.from([FORMAT, newest.version >> 8, newest.version & 0xff]);
    const wrapped = encrypt(newest.key, dataKey, aad(context, newest.version), randomBytes);
    return Buffer.concat([header, wrapped]);
  };
  const versionOf = (sealed: Uint8Array) => {
    if (sealed[0] !== FORMAT || sealed.length < HEADER + WRAPPED + NONCE + TAG) {
      throw new SealBroken();
    }
    return ((sealed[1] ?? 0) << 8) | (sealed[2] ?? 0);
  };
  const unwrap = (sealed: Uint8Array, context: string) => {
    const version = versionOf(sealed);
    const key = byVersion.get(version);
    if (key === undefined) throw new SealBroken();
    return decrypt(key, sealed.subarray(HEADER, HEADER + WRAPPED), aad(context, version));
  };

  return {
    currentVersion: newest.version,
    versions: keys.map(({ version }) => version),
    versionOf,
    seal(plaintext, context) {
      const dataKey = randomBytes(KEY);
      const value = encrypt(dataKey, plaintext, aad(context, 0), randomBytes);
      return new Uint8Array(Buffer.concat([wrap(dataKey, context), value]));
    },
    open(sealed, context) {
      const dataKey = unwrap(sealed, context);
      return decrypt(dataKey, sealed.subarray(HEADER + WRAPPED), aad(context, 0));
    },
    rewrap(sealed, context) {
      if (versionOf(sealed) === newest.version) return sealed;
      const value = sealed.subarray(HEADER + WRAPPED);
      return new Uint8Array(Buffer.concat([wrap(unwrap(sealed, context), context), value]));
    },
  };
}

export function createRotatingEnvelope(
  keys: readonly KeyEncryptionKey[],
  randomBytes: RandomBytes,
): RotatingEnvelope {
  let current = createEnvelope(keys, randomBytes);
  return {
    seal: (plaintext, context) => current.seal(plaintext, context),
    open: (sealed, context) => current.open(sealed, context),
    rewrap: (sealed, context) => current.rewrap(sealed, context),
    versionOf: (sealed) => current.versionOf(sealed),
    get currentVersion() {
      return current.currentVersion;
    },
    get versions() {
      return current.versions;
    },
    use(next) {
      current = createEnvelope(next, randomBytes);
    },
  };
}

function aad(context: string, version: number): Buffer {
  return Buffer.from(`${context}|${version}`);
}

export function encrypt(
  key: Uint8Array,
  plaintext: Uint8Array,
  associated: Uint8Array,
  randomBytes: RandomBytes,
): Uint8Array {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(key: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Uint8Array {
  try {
    const end = sealed.length - TAG;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE));
    decipher.setAAD(associated);
    decipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, end)), decipher.final()]);
  } catch {
    throw new SealBroken();
  }
}
