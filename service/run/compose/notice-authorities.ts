import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../../base/shared/settings-error.ts';
import type { NoticeSettings } from '../../http/notice-settings.ts';
import type { NoticeAuthorities } from '../../providers/notice-authorities.ts';
import { PROVIDER_DEFINITIONS } from '../../providers/registry.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** A file that is of no such provider stops the start: its notices would be taken without one. */
export function readNoticeAuthorities(settings: NoticeSettings | null): NoticeAuthorities {
  const authorities = new Map<string, X509Certificate[]>();
  if (settings === null) return authorities;
  const { authoritiesDir: dir } = settings;
  const able = PROVIDER_DEFINITIONS.filter(({ showsNoticeCertificate: shows }) => shows);
  for (const file of inFolder(dir)) {
    const provider = file.replace(/\.pem$/, '');
    if (!file.endsWith('.pem') || !able.some(({ name }) => name === provider)) {
      const names = able.map(({ name }) => `${name}.pem`).join(', ');
      throw new SettingsError(`NOTICES_CA_DIR: ${file} is none of ${names}.`);
    }
    authorities.set(provider, readCertificates(join(dir, file), file));
  }
  if (authorities.size === 0) throw new SettingsError('NOTICES_CA_DIR: there is no file in it.');
  return authorities;
}

function inFolder(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => !file.startsWith('.'));
  } catch {
    throw new SettingsError('NOTICES_CA_DIR must be a folder that can be read.');
  }
}

function readCertificates(path: string, file: string): X509Certificate[] {
  try {
    const found = readFileSync(path, 'utf8').match(CERTIFICATE) ?? [];
    if (found.length > 0) return found.map((pem) => new X509Certificate(pem));
  } catch {
    // Told below, as a file without any.
  }
  throw new SettingsError(`NOTICES_CA_DIR: ${file} must hold certificates in PEM.`);
}

export function tlsOfNotices(
  { certificateFile, keyFile }: NonNullable<NoticeSettings['listener']>,
  authorities: NoticeAuthorities,
) {
  const read = (path: string, setting: string) => {
    try {
      return readFileSync(path);
    } catch {
      throw new SettingsError(`${setting} must be a file that can be read.`);
    }
  };
  return {
    cert: read(certificateFile, 'NOTICES_CERTIFICATE_FILE'),
    key: read(keyFile, 'NOTICES_KEY_FILE'),
    ca: [...authorities.values()].flat().map(String),
    minVersion: 'TLSv1.2',
    // A caller without a certificate of one of these gets no further than the handshake.
    ...{ requestCert: true, rejectUnauthorized: true, allowPartialTrustChain: true },
  } as const;
}
