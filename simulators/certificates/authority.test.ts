import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createManualClock, createRandom } from '../server/harness.ts';
import type { Authority } from './authority.ts';
import { createAuthority } from './authority.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 10, 23, 12);

function arrange(name = 'Authority of a bank') {
  const clock = createManualClock(START);
  const authority = createAuthority(name, clock.now, createRandom(name).bytes);
  return { clock, authority };
}

function rootOf(authority: Authority) {
  return new X509Certificate(authority.certificatePem);
}

describe('the certificate authority of a party', () => {
  it('signs itself and may sign others', () => {
    const root = rootOf(arrange().authority);
    expect(root.ca).toBe(true);
    expect(root.verify(root.publicKey)).toBe(true);
    expect(root.subject).toBe('CN=Authority of a bank');
  });

  it('issues a server certificate for names and addresses', () => {
    const { authority } = arrange();
    const { certificate } = authority.issueServer(['bank.test', '127.0.0.1']);
    expect(certificate.checkIssued(rootOf(authority))).toBe(true);
    expect(certificate.verify(rootOf(authority).publicKey)).toBe(true);
    expect(certificate.checkHost('bank.test')).toBe('bank.test');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkHost('other.test')).toBeUndefined();
    expect(certificate.ca).toBe(false);
  });

  it('trusts its own client certificates from their first to their last day', () => {
    const { clock, authority } = arrange();
    const { certificate } = authority.issueClient('a company', { validDays: 30 });
    expect(authority.judge(certificate)).toBe('trusted');
    expect(Date.parse(certificate.validTo)).toBe(START + 30 * DAY_MS);
    clock.advance(30 * DAY_MS - 1);
    expect(authority.judge(certificate)).toBe('trusted');
    clock.advance(1);
    expect(authority.judge(certificate)).toBe('ended');
  });

  it('no longer trusts one that was ended before its time', () => {
    const { authority } = arrange();
    const { certificate } = authority.issueClient('a company');
    const other = authority.issueClient('a company');
    authority.end(certificate);
    expect(authority.judge(certificate)).toBe('ended');
    expect(authority.judge(other.certificate)).toBe('trusted');
  });

  it('does not trust one of another authority of the same name', () => {
    const { certificate } = arrange().authority.issueClient('a company');
    expect(arrange().authority.judge(certificate)).toBe('foreign');
  });

  it('writes dates beyond 2049 in the longer form', () => {
    const { authority } = arrange();
    const { certificate } = authority.issueClient('a company', { validDays: 40 * 365 });
    expect(Date.parse(certificate.validTo)).toBe(START + 40 * 365 * DAY_MS);
  });

  it.each(['', 'a password', 'com acentuação'])('writes a key file opened by "%s"', (word) => {
    const pfx = arrange().authority.issueClient('a company').pfx(word);
    expect(() => createSecureContext({ pfx, passphrase: word })).not.toThrow();
    expect(() => createSecureContext({ pfx, passphrase: `${word}x` })).toThrow(
      'mac verify failure',
    );
  });
});
