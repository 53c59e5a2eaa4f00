import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAgeEncrypter, decryptAge } from './age-file.ts';
import { parseAgeIdentity, parseAgeRecipient } from './age-keys.ts';

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

function keys(identity = IDENTITY) {
  const [recipient, opener] = [parseAgeRecipient(RECIPIENT), parseAgeIdentity(identity)];
  if (recipient === null || opener === null) throw new Error('a key of the test is none');
  return { recipient, opener };
}

/** Encrypts in pieces of a size that no chunk has. */
function encrypt(plaintext: Buffer): Buffer {
  const encrypter = createAgeEncrypter(keys().recipient, randomBytes);
  const parts: Buffer[] = [];
  for (let at = 0; at < plaintext.length; at += 30_001) {
    parts.push(encrypter.write(plaintext.subarray(at, at + 30_001)));
  }
  return Buffer.concat([...parts, encrypter.end()]);
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function decrypt(bytes: Buffer, { identity = IDENTITY, size = 10_007 } = {}) {
  const parts: Buffer[] = [];
  for await (const part of decryptAge(pieces(bytes, size), keys(identity).opener)) parts.push(part);
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
      const file = encrypt(plaintext);
      expect((await decrypt(file)).equals(plaintext)).toBe(true);
      const chunks = Math.max(1, Math.ceil(size / 65_536));
      expect(file.length).toBe(HEADER_END + 16 + size + chunks * 16);
    },
  );

  it('is not opened by another key', async () => {
    await expect(decrypt(encrypt(PLAINTEXT), { identity: OTHER })).rejects.toThrow('not_opened');
  });

  it('is not taken for one where it is something else', async () => {
    await expect(decrypt(Buffer.from('{"format":"checkout-backup-1"}\n'))).rejects.toThrow(
      'not_encrypted',
    );
  });

  it.each([0, 10, 100, HEADER_END, HEADER_END + 16, 60_000, 65_736, 149_000, 150_231])(
    'is refused where it was cut after %i bytes',
    async (length) => {
      await expect(decrypt(encrypt(PLAINTEXT).subarray(0, length))).rejects.toThrow('damaged');
    },
  );

  it.each([
    ['the key', 110],
    ['the code of the header', 150],
    ['the nonce', HEADER_END + 3],
    ['the first chunk', 40_000],
    ['the last chunk', 150_200],
  ])('is refused where a bit of %s was turned', async (_name, at) => {
    const file = encrypt(PLAINTEXT);
    file[at] = (file[at] ?? 0) ^ 1;
    await expect(decrypt(file)).rejects.toThrow(/^(damaged|not_opened)$/);
  });

  it('is refused where something was added, or two chunks changed places', async () => {
    const file = encrypt(PLAINTEXT);
    await expect(decrypt(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow('damaged');
    const [start, chunk] = [HEADER_END + 16, 65_552];
    const swapped = Buffer.concat([
      file.subarray(0, start),
      file.subarray(start + chunk, start + 2 * chunk),
      file.subarray(start, start + chunk),
      file.subarray(start + 2 * chunk),
    ]);
    await expect(decrypt(swapped)).rejects.toThrow('damaged');
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
