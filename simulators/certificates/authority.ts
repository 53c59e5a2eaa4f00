import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import {
  bits,
  boolean,
  context,
  integer,
  objectId,
  octets,
  sequence,
  set,
  tagged,
  text,
  time,
} from './der.ts';
import { writePfx } from './pfx.ts';

export type Identity = {
  certificatePem: string;
  keyPem: string;
  certificate: X509Certificate;
  /** Both in one file, as banks hand it out; without a password as Efí's, unless one is given. */
  pfx: (password?: string) => Buffer;
};

export type Authority = {
  certificatePem: string;
  issueServer: (names: readonly string[]) => Identity;
  /** `validDays` count from now, by the clock that was passed in. */
  issueClient: (name: string, options?: { validDays?: number }) => Identity;
  end: (certificate: X509Certificate) => void;
  judge: (certificate: X509Certificate) => 'trusted' | 'foreign' | 'ended';
};

type Validity = { from: number; to: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Callers check servers by the clock of their machine, so those outlast every test. */
const ALWAYS = { from: Date.UTC(2020, 0, 1), to: Date.UTC(2049, 11, 31) };

/** Makes a new authority. `now` decides when a client's certificate begins and ends. */
export function createAuthority(
  name: string,
  now: () => number,
  randomBytes: (count: number) => Buffer,
): Authority {
  const own = newKey();
  const certificatePem = issue(name, own.publicKey, ALWAYS, [
    extension('2.5.29.19', true, sequence(boolean(true))),
    // May sign certificates and lists of ended ones.
    extension('2.5.29.15', true, bits(Buffer.from([0x06]), 1)),
  ]);
  const ended = new Set<string>();

  function issue(subject: string, subjectKey: KeyObject, validity: Validity, extensions: Buffer[]) {
    const algorithm = sequence(objectId('1.2.840.10045.4.3.2'));
    const facts = sequence(
      context(0, integer(2)),
      integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
      algorithm,
      commonName(name),
      sequence(time(validity.from), time(validity.to)),
      commonName(subject),
      subjectKey.export({ type: 'spki', format: 'der' }),
      context(3, sequence(...extensions)),
    );
    const signature = sign('sha256', facts, own.privateKey);
    return toPem('CERTIFICATE', sequence(facts, algorithm, bits(signature)));
  }

  function issueLeaf(subject: string, validity: Validity, purpose: Buffer[]): Identity {
    const { publicKey, privateKey } = newKey();
    const pem = issue(subject, publicKey, validity, [
      extension('2.5.29.19', true, sequence()),
      extension('2.5.29.15', true, bits(Buffer.from([0x80]), 7)),
      ...purpose,
    ]);
    const certificate = new X509Certificate(pem);
    return {
      certificatePem: pem,
      keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      certificate,
      pfx: (password = '') => writePfx(certificate, privateKey, password, randomBytes),
    };
  }

  return {
    certificatePem,
    issueServer: (names) =>
      issueLeaf(names[0] ?? name, ALWAYS, [
        extension('2.5.29.37', false, sequence(objectId('1.3.6.1.5.5.7.3.1'))),
        extension('2.5.29.17', false, sequence(...names.map(alternativeName))),
      ]),
    issueClient: (subject, { validDays = 365 } = {}) =>
      issueLeaf(subject, { from: now() - DAY_MS, to: now() + validDays * DAY_MS }, [
        extension('2.5.29.37', false, sequence(objectId('1.3.6.1.5.5.7.3.2'))),
      ]),
    end: (certificate) => void ended.add(certificate.fingerprint256),
    judge: (certificate) => {
      if (!certificate.verify(own.publicKey)) return 'foreign';
      const isOver =
        ended.has(certificate.fingerprint256) ||
        now() >= Date.parse(certificate.validTo) ||
        now() < Date.parse(certificate.validFrom);
      return isOver ? 'ended' : 'trusted';
    },
  };
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function commonName(name: string): Buffer {
  return sequence(set(sequence(objectId('2.5.4.3'), text(name))));
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value));
}

function alternativeName(name: string): Buffer {
  return isIPv4(name)
    ? tagged(0x87, Buffer.from(name.split('.').map(Number)))
    : tagged(0x82, Buffer.from(name, 'ascii'));
}

function toPem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
