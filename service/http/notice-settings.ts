import { origin, port } from '../base/shared/setting-values.ts';
import { SettingsError } from '../base/shared/settings-error.ts';

export type NoticeSettings = {
  /** Where such notices are sent to, as parties see it. */
  url: string;
  authoritiesDir: string;
  listener: { host: string; port: number; certificateFile: string; keyFile: string } | null;
  /** In which header a trusted proxy says who came, in small letters; null: in none. */
  certificateHeader: string | null;
};

type Read = (name: string) => string | undefined;

const NEEDING_AUTHORITIES = [
  'NOTICES_URL',
  'NOTICES_PORT',
  'NOTICES_HOST',
  'NOTICES_CERTIFICATE_FILE',
  'NOTICES_KEY_FILE',
  'NOTICES_CLIENT_CERT_HEADER',
];

/** Null where `NOTICES_CA_DIR` is not set. Throws `SettingsError`. */
export function readNoticeSettings(
  read: Read,
  { host, trustedProxyHops }: { host: string; trustedProxyHops: number },
): NoticeSettings | null {
  const authoritiesDir = read('NOTICES_CA_DIR');
  const [given] = NEEDING_AUTHORITIES.filter((name) => read(name) !== undefined);
  if (authoritiesDir === undefined) {
    if (given !== undefined) throw new SettingsError(`${given} needs NOTICES_CA_DIR.`);
    return null;
  }
  const url = origin('NOTICES_URL', read('NOTICES_URL') ?? '');
  if (!url.startsWith('https://')) throw new SettingsError('NOTICES_URL must be an https origin.');
  const listener = readListener(read, host);
  const certificateHeader = readHeader(read, trustedProxyHops);
  if (listener === null && certificateHeader === null) {
    throw new SettingsError('NOTICES_CA_DIR needs NOTICES_PORT or NOTICES_CLIENT_CERT_HEADER.');
  }
  return { url, authoritiesDir, listener, certificateHeader };
}

function readListener(read: Read, host: string): NoticeSettings['listener'] {
  const typed = read('NOTICES_PORT');
  if (typed === undefined) return null;
  const required = (name: string) => {
    const value = read(name);
    if (value === undefined) throw new SettingsError(`NOTICES_PORT needs ${name}.`);
    return value;
  };
  return {
    host: read('NOTICES_HOST') ?? host,
    port: port('NOTICES_PORT', typed),
    certificateFile: required('NOTICES_CERTIFICATE_FILE'),
    keyFile: required('NOTICES_KEY_FILE'),
  };
}

/** Decision: believed from a trusted proxy alone, since a certificate is no secret. */
function readHeader(read: Read, trustedProxyHops: number): string | null {
  const name = read('NOTICES_CLIENT_CERT_HEADER')?.toLowerCase();
  if (name === undefined) return null;
  if (!/^[a-z][a-z0-9-]{0,49}$/.test(name)) {
    throw new SettingsError('NOTICES_CLIENT_CERT_HEADER must be the name of a header.');
  }
  if (trustedProxyHops === 0) {
    throw new SettingsError('NOTICES_CLIENT_CERT_HEADER needs TRUSTED_PROXY_HOPS.');
  }
  return name;
}
