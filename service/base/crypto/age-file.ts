import type { KeyObject } from 'node:crypto';
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  diffieHellman,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import { bytesOf, privateKeyOf, publicKeyOf } from './age-keys.ts';
import type { RandomBytes } from './envelope.ts';

/**
 * Files in the format of `age`, for one key of X25519, so that an operator opens them with the tool
 * that made the key. Source: C2SP, "The age file encryption format", version 1.
 *
 * Decision: written here on Node's own primitives. The format is two pages, and the library brings
 * three megabytes of curves and ciphers in JavaScript that this process already has in OpenSSL.
 */
export const AGE_VERSION = 'age-encryption.org/v1';

const CHUNK = 64 * 1024;
const TAG = 16;
const NONCE = 16;
const FILE_KEY = 16;
/** A header of ours has four lines; one that never ends is no header. */
const LONGEST_HEADER = 16 * 1024;
const CIPHER = 'chacha20-poly1305';

/** The file cannot be opened with this key, or is not as it was written. */
export class AgeProblem extends Error {
  readonly kind: 'damaged' | 'not_encrypted' | 'not_opened';

  constructor(kind: AgeProblem['kind']) {
    super(kind);
    this.name = 'AgeProblem';
    this.kind = kind;
  }
}

/** Encrypts as bytes come: each call gives what can be written by then, `end` all that is left. */
export function createAgeEncrypter(recipient: KeyObject, randomBytes: RandomBytes) {
  const fileKey = Buffer.from(randomBytes(FILE_KEY));
  const nonce = Buffer.from(randomBytes(NONCE));
  const seal = createStream(derive(fileKey, nonce, 'payload'), 'seal');
  let waiting = Buffer.concat([]);
  let beginning = Buffer.concat([headerFor(recipient, fileKey, randomBytes), nonce]);
  const take = (sealed: Buffer[]) => {
    const bytes = Buffer.concat([beginning, ...sealed]);
    beginning = Buffer.concat([]);
    return bytes;
  };
  return {
    write(bytes: Uint8Array): Buffer {
      waiting = Buffer.concat([waiting, bytes]);
      const sealed: Buffer[] = [];
      // The last chunk says that it is the last, so one is kept back.
      for (; waiting.length > CHUNK; waiting = waiting.subarray(CHUNK)) {
        sealed.push(seal(waiting.subarray(0, CHUNK), false));
      }
      return take(sealed);
    },
    end: (): Buffer => take([seal(waiting, true)]),
  };
}

/** Decrypts as bytes come; nothing is given that was not proved. Throws `AgeProblem`. */
export async function* decryptAge(
  source: AsyncIterable<Buffer>,
  identity: KeyObject,
): AsyncGenerator<Buffer, undefined> {
  let open: ReturnType<typeof createStream> | null = null;
  let waiting = Buffer.concat([]);
  for await (const bytes of source) {
    waiting = Buffer.concat([waiting, bytes]);
    if (open === null) {
      const header = headerIn(waiting);
      if (header === null || waiting.length < header.length + NONCE) continue;
      const fileKey = openHeader(header, identity);
      const nonce = waiting.subarray(header.length, header.length + NONCE);
      open = createStream(derive(fileKey, nonce, 'payload'), 'open');
      waiting = waiting.subarray(header.length + NONCE);
    }
    for (; waiting.length > CHUNK + TAG; waiting = waiting.subarray(CHUNK + TAG)) {
      yield open(waiting.subarray(0, CHUNK + TAG), false);
    }
  }
  if (open === null) throw new AgeProblem('damaged');
  yield open(waiting, true);
}

/** Chunks in their order, each under a nonce of its number and whether it is the last. */
function createStream(key: Buffer, direction: 'seal' | 'open') {
  let chunks = 0;
  return (bytes: Buffer, isLast: boolean): Buffer => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(chunks, 7);
    nonce[11] = isLast ? 1 : 0;
    chunks += 1;
    return direction === 'seal' ? sealed(key, nonce, bytes) : opened(key, nonce, bytes);
  };
}

function headerFor(recipient: KeyObject, fileKey: Buffer, randomBytes: RandomBytes): Buffer {
  const ephemeral = privateKeyOf(randomBytes(32));
  const share = bytesOf(ephemeral);
  const shared = diffieHellman({ privateKey: ephemeral, publicKey: recipient });
  const wrap = derive(shared, Buffer.concat([share, bytesOf(recipient)]), WRAP_INFO);
  const body = sealed(wrap, Buffer.alloc(12), fileKey);
  const start = `${AGE_VERSION}\n-> X25519 ${base64(share)}\n${base64(body)}\n---`;
  return Buffer.from(`${start} ${base64(macOf(fileKey, start))}\n`);
}

/** The header at the beginning of some bytes; null where its end has not come. */
function headerIn(bytes: Buffer): Buffer | null {
  const start = Buffer.from(`${AGE_VERSION}\n`).subarray(0, bytes.length);
  if (!bytes.subarray(0, start.length).equals(start)) throw new AgeProblem('not_encrypted');
  const last = bytes.indexOf('\n---');
  const end = last === -1 ? -1 : bytes.indexOf('\n', last + 1);
  if (end === -1 && bytes.length > LONGEST_HEADER) {
    throw new AgeProblem('damaged');
  }
  return end === -1 ? null : bytes.subarray(0, end + 1);
}

function openHeader(header: Buffer, identity: KeyObject): Buffer {
  const text = header.toString('latin1');
  const [, start = '', mac = ''] = /^([\s\S]*\n---) ([A-Za-z0-9+/]{43})\n$/.exec(text) ?? [];
  // Others may have added stanzas for their own keys.
  for (const [, share = '', body = ''] of text.matchAll(STANZA)) {
    const fileKey = unwrap(Buffer.from(share, 'base64'), Buffer.from(body, 'base64'), identity);
    if (fileKey === null) continue;
    const expected = macOf(fileKey, start);
    const given = Buffer.from(mac, 'base64');
    if (given.length === expected.length && timingSafeEqual(given, expected)) return fileKey;
    throw new AgeProblem('damaged');
  }
  throw new AgeProblem('not_opened');
}

const STANZA = /^-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})$/gm;
const WRAP_INFO = `${AGE_VERSION}/X25519`;

function unwrap(share: Buffer, body: Buffer, identity: KeyObject): Buffer | null {
  try {
    const shared = diffieHellman({ privateKey: identity, publicKey: publicKeyOf(share) });
    const wrap = derive(shared, Buffer.concat([share, bytesOf(identity)]), WRAP_INFO);
    return opened(wrap, Buffer.alloc(12), body);
  } catch {
    return null;
  }
}

function sealed(key: Buffer, nonce: Buffer, plaintext: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

function opened(key: Buffer, nonce: Buffer, bytes: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
  } catch {
    throw new AgeProblem('damaged');
  }
}

function derive(secret: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
}

function macOf(fileKey: Buffer, start: string): Buffer {
  const key = derive(fileKey, Buffer.alloc(0), 'header');
  return createHmac('sha256', key).update(start).digest();
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
