import type { X509Certificate } from 'node:crypto';

/** Who issues the certificates that parties show with their notices, by provider. */
export type NoticeAuthorities = ReadonlyMap<string, readonly X509Certificate[]>;

/**
 * SHA-256 in hexadecimal where one of `authorities` has issued it and it holds now; null otherwise.
 * That the sender has its key was proved to whoever ended TLS. Decision: the issuer itself has to
 * be among the authorities, whatever a party sends beside its certificate: banks hand out the whole
 * chain, and a proxy tells of the certificate alone.
 */
export function provenFingerprint(
  certificate: X509Certificate | null,
  authorities: readonly X509Certificate[],
  now: Date,
): string | null {
  if (certificate === null) return null;
  const { validFrom, validTo, fingerprint256 } = certificate;
  if (now.getTime() < Date.parse(validFrom) || now.getTime() > Date.parse(validTo)) return null;
  const isIssued = authorities.some(
    (issuer) => certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey),
  );
  return isIssued ? fingerprint256.replaceAll(':', '').toLowerCase() : null;
}
