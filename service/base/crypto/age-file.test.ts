import { createHash, randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import * as vectors from 'cctv-age';
import { describe, expect, it } from 'vitest';
import {
  AgeProblem,
  decryptAge,
  openAgeEncrypter,
  parseAgeIdentity,
  parseAgeRecipient,
} from './age-file.ts';

/** Made by age-keygen 1.1.1 for these tests. */
const RECIPIENT = 'age1t8l6jjhfd4cfarv098lxzxn09vuaqtfamwv869jq7j0pztskssnsp6yzjn';
const IDENTITY = 'AGE-SECRET-KEY-14TYEW8SAW8EPS4ANFEM7SU0ZHL56L3DRH954FS5JNSTZ6C5WQQ7S2PK6A8';
const OTHER = 'AGE-SECRET-KEY-1FD0J02KPALPU8HWRVR7KNL5JU0RDHZQ553X6V0NACU4GNDVAGJESTMEE9D';
/** "hello, age" and a line's end, encrypted by age 1.1.1. */
const WRITTEN_BY_AGE = [
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBzZDQxdDhLQmRQZ1JPSDBxWFZHaDhITFJXcmxBM3o2b3FB',
  'YzVFa1NYTncwCmNTZDJoNWdwSWVtWldraW10amlTelc0azdnYUVBSE9FTWxiTE4wMlFUZ0kKLS0tIDl6MWlQM2J3',
  'bHFPV0t5WjY5RDFjN2NiQVZyU1VxK0VMSzhWa3g4MGcrRGcKNz3lPfeLRL78yj3j7UZQmRBrMQ3TAY7d6tiOuSKC',
  'QCj5RbYv840TBkP2fQ==',
].join('');

/** Encrypts in pieces of a size that no chunk has. */
async function encrypt(plaintext: Buffer): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const encrypter = await openAgeEncrypter(RECIPIENT, async (bytes) => void parts.push(bytes));
  for (let at = 0; at < plaintext.length; at += 30_001) {
    await encrypter.write(plaintext.subarray(at, at + 30_001));
  }
  await encrypter.end();
  return Buffer.concat(parts);
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function decrypt(bytes: Buffer, { identity = IDENTITY, size = 10_007 } = {}) {
  const parts: Buffer[] = [];
  for await (const part of decryptAge(pieces(bytes, size), identity)) parts.push(part);
  return Buffer.concat(parts);
}

const PLAINTEXT = randomBytes(150_000);
const HEADER_END = 168;

describe('a file in the format of age', () => {
  it('is opened where the tool wrote it, byte by byte', async () => {
    const file = Buffer.from(WRITTEN_BY_AGE, 'base64');
    expect((await decrypt(file, { size: 1 })).toString()).toBe('hello, age\n');
  });

  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 150_000])(
    'is opened again with %i bytes in it',
    async (size) => {
      const plaintext = PLAINTEXT.subarray(0, size);
      const file = await encrypt(plaintext);
      expect((await decrypt(file)).equals(plaintext)).toBe(true);
      const chunks = Math.max(1, Math.ceil(size / 65_536));
      expect(file.length).toBe(HEADER_END + 16 + size + chunks * 16);
    },
  );

  it('is not opened by another key', async () => {
    await expect(decrypt(await encrypt(PLAINTEXT), { identity: OTHER })).rejects.toThrow(
      'not_opened',
    );
  });

  it('is not taken for one where it is something else', async () => {
    await expect(decrypt(Buffer.from('{"format":"checkout-backup-1"}\n'))).rejects.toThrow(
      'not_encrypted',
    );
  });

  it.each([0, 10, 100, HEADER_END, HEADER_END + 16, 60_000, 65_736, 150_231])(
    'is refused where it was cut after %i bytes',
    async (length) => {
      await expect(decrypt((await encrypt(PLAINTEXT)).subarray(0, length))).rejects.toThrow(
        'damaged',
      );
    },
  );

  it('is refused where something was added', async () => {
    const file = await encrypt(PLAINTEXT);
    await expect(decrypt(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow('damaged');
  });

  it('is refused where its header never ends', async () => {
    const file = Buffer.from(`age-encryption.org/v1\n${'-> X25519 a\n'.repeat(2_000)}`);
    await expect(decrypt(file)).rejects.toThrow('damaged');
  });

  it('tells whoever writes that the disk took nothing', async () => {
    const encrypter = await openAgeEncrypter(RECIPIENT, () => Promise.reject(new Error('full')));
    const write = async () => {
      await encrypter.write(PLAINTEXT);
      await encrypter.end();
    };
    await expect(write()).rejects.toThrow('full');
  });
});

describe('the vectors of the format', () => {
  const cases = Object.entries(vectors).flatMap(([name, vector]) => {
    const text = Buffer.from(vector);
    const end = text.indexOf('\n\n');
    const facts = new Map(
      text
        .toString('latin1', 0, end)
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const identity = parseAgeIdentity(facts.get('identity') ?? '');
    // Files for a passphrase or in armor are of no use here.
    if (identity === null || facts.has('passphrase') || facts.has('armored')) return [];
    const file = text.subarray(end + 2);
    return [{ name, facts, identity, file: facts.has('compressed') ? inflateSync(file) : file }];
  });

  it('are those of one key of X25519', () => expect(cases.length).toBe(66));

  it.each(cases)('$name is opened, or refused, as it says', async ({ facts, identity, file }) => {
    const opened = await decrypt(file, { identity }).catch((error: unknown) => error);
    if (facts.get('expect') === 'success') {
      const hash = createHash('sha256')
        .update(opened instanceof Buffer ? opened : '')
        .digest('hex');
      expect(hash).toBe(facts.get('payload'));
    } else {
      expect(opened).toBeInstanceOf(AgeProblem);
    }
  });
});

describe('a key of age', () => {
  it('is found below the notes of its file', () => {
    expect(
      parseAgeIdentity(`# created: today\n# public key: ${RECIPIENT}\n${IDENTITY}\n`),
    ).not.toBe(null);
  });

  it.each([
    ['nothing', ''],
    ['a letter changed', RECIPIENT.replace('8l6', '8l7')],
    ['cut', RECIPIENT.slice(0, -1)],
    ['an identity', IDENTITY],
    ['a key of something else', `ssh-ed25519 ${RECIPIENT}`],
  ])('to encrypt to is refused: %s', (_name, text) => {
    expect(parseAgeRecipient(text)).toBe(null);
  });

  it.each([
    ['nothing', ''],
    ['a letter changed', IDENTITY.replace('TYEW', 'TYEQ')],
    ['a recipient', RECIPIENT],
  ])('to open with is refused: %s', (_name, text) => {
    expect(parseAgeIdentity(text)).toBe(null);
  });
});
