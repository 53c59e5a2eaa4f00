import type { KeyObject } from 'node:crypto';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a device of a person is asked, in the form in which it is sent to a browser. */
type Asked = { challenge: string };
type AskedToMake = Asked & { rp: { id?: string }; user: { id: string } };
type AskedToSign = Asked & { rpId?: string };

/** What is not as an honest browser and device have it. */
export type Spoiled = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isUserVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Whose credential it says to have used. */
  credentialId?: string;
};

const FLAGS = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/**
 * A device that keeps one passkey of ES256, with the browser before it: it answers what a page asks
 * for as text, as the page would send it. `counts`: whether it tells how often it was used.
 */
export class TestAuthenticator {
  readonly credentialId = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #counts: boolean;
  #counter = 0;
  #userHandle = '';

  constructor(origin: string, { counts = true }: { counts?: boolean } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  /** Makes its passkey; the text that a page of registration sends. */
  create(asked: AskedToMake, spoiled: Spoiled = {}): string {
    this.#userHandle = asked.user.id;
    const clientData = this.#clientData('webauthn.create', asked, spoiled);
    const authData = Buffer.concat([
      this.#authenticatorData(asked.rp.id ?? '', FLAGS.hasCredential, spoiled),
      // Of no maker.
      Buffer.alloc(16),
      uint16(Buffer.from(this.credentialId, 'base64url').length),
      Buffer.from(this.credentialId, 'base64url'),
      coseKeyOf(this.#keys.publicKey),
    ]);
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#toText(spoiled, {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: toCbor(attestation).toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /** Signs with its passkey; the text that a page of sign-in sends. */
  get(asked: AskedToSign, spoiled: Spoiled = {}): string {
    if (this.#counts) this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', asked, spoiled);
    const authData = this.#authenticatorData(asked.rpId ?? '', 0, spoiled);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const userHandle = spoiled.userHandle === undefined ? this.#userHandle : spoiled.userHandle;
    return this.#toText(spoiled, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #clientData(type: string, { challenge }: Asked, spoiled: Spoiled): Buffer {
    const { origin = this.#origin, crossOrigin = false } = spoiled;
    const said = { type: spoiled.type ?? type, challenge: spoiled.challenge ?? challenge };
    return Buffer.from(JSON.stringify({ ...said, origin, crossOrigin }));
  }

  #authenticatorData(rpId: string, more: number, spoiled: Spoiled): Buffer {
    const { isUserVerified = true, counter = this.#counter } = spoiled;
    const flags = FLAGS.present | (isUserVerified ? FLAGS.verified : 0) | more;
    return Buffer.concat([
      sha256(Buffer.from(spoiled.rpId ?? rpId)),
      Buffer.from([flags]),
      uint32(counter),
    ]);
  }

  #toText({ credentialId: id = this.credentialId }: Spoiled, response: object): string {
    const type = 'public-key';
    return JSON.stringify({ id, rawId: id, type, response, clientExtensionResults: {} });
  }
}

/** A public key as RFC 9053 has one of two coordinates: kty 2, alg -7, crv 1, x and y. */
function coseKeyOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return toCbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type CborValue = number | string | Buffer | ReadonlyMap<string | number, CborValue>;

/** The part of RFC 8949 that a device needs: whole numbers, text, bytes and maps. */
function toCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, one]) => [toCbor(key), toCbor(one)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 256) return Buffer.from([type | 24, length]);
  return Buffer.concat([Buffer.from([type | 25]), uint16(length)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
