import type { KeyObject, X509Certificate } from 'node:crypto';
import { createHash, createHmac } from 'node:crypto';
import { context, integer, nothing, objectId, octets, sequence, set } from './der.ts';

const DATA = '1.2.840.113549.1.7.1';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const ROUNDS = 2048;

/** PKCS#12 (RFC 7292, read 2026-11-23). A password encrypts the key; the certificate is public. */
export function writePfx(
  certificate: X509Certificate,
  privateKey: KeyObject,
  password: string,
  randomBytes: (count: number) => Buffer,
): Buffer {
  // By this id a reader knows which certificate the key belongs to.
  const localId = sequence(
    objectId('1.2.840.113549.1.9.21'),
    set(octets(createHash('sha1').update(certificate.raw).digest())),
  );
  const certificateBag = sequence(
    objectId('1.2.840.113549.1.12.10.1.3'),
    context(0, sequence(objectId('1.2.840.113549.1.9.22.1'), context(0, octets(certificate.raw)))),
    set(localId),
  );
  const keyBag = sequence(
    objectId(`1.2.840.113549.1.12.10.1.${password === '' ? 1 : 2}`),
    context(0, exportKey(privateKey, password)),
    set(localId),
  );
  const safe = sequence(dataOf(sequence(certificateBag)), dataOf(sequence(keyBag)));
  const salt = randomBytes(16);
  const code = createHmac('sha256', macKey(password, salt)).update(safe).digest();
  return sequence(
    integer(3),
    dataOf(safe),
    sequence(
      sequence(sequence(objectId(SHA256), nothing()), octets(code)),
      octets(salt),
      integer(ROUNDS),
    ),
  );
}

function exportKey(privateKey: KeyObject, password: string): Buffer {
  if (password === '') return privateKey.export({ type: 'pkcs8', format: 'der' });
  const cipher = 'aes-256-cbc';
  return privateKey.export({ type: 'pkcs8', format: 'der', cipher, passphrase: password });
}

function dataOf(content: Buffer): Buffer {
  return sequence(objectId(DATA), context(0, octets(content)));
}

/** RFC 7292, appendix B.2, for a key as long as the hash: its first block. */
function macKey(password: string, salt: Buffer): Buffer {
  const block = 64;
  const secret = Buffer.from(`${password}\0`, 'utf16le').swap16();
  let key = Buffer.concat([Buffer.alloc(block, 3), filled(salt, block), filled(secret, block)]);
  for (let round = 0; round < ROUNDS; round += 1) key = createHash('sha256').update(key).digest();
  return key;
}

/** Repeated until it fills whole blocks. */
function filled(content: Buffer, block: number): Buffer {
  return Buffer.alloc(Math.ceil(content.length / block) * block, content);
}
