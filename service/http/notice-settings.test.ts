import { describe, expect, it } from 'vitest';
import { SettingsError } from '../base/shared/settings-error.ts';
import { readSettings } from '../settings.ts';

const LISTENER = {
  NOTICES_CA_DIR: '/etc/checkout/notices',
  NOTICES_URL: 'https://notices.example.com:8443',
  NOTICES_PORT: '8443',
  NOTICES_CERTIFICATE_FILE: '/etc/checkout/tls/notices.crt',
  NOTICES_KEY_FILE: '/etc/checkout/tls/notices.key',
};
const PROXY = {
  NOTICES_CA_DIR: '/etc/checkout/notices',
  NOTICES_URL: 'https://notices.example.com',
  NOTICES_CLIENT_CERT_HEADER: 'Client-Cert',
  TRUSTED_PROXY_HOPS: '1',
};

describe('the settings of notices that are proved by a certificate', () => {
  it('are none unless there is a folder of authorities', () => {
    expect(readSettings({}).notices).toBeNull();
  });

  it('are those of a listener of its own', () => {
    expect(readSettings(LISTENER).notices).toEqual({
      url: 'https://notices.example.com:8443',
      authoritiesDir: '/etc/checkout/notices',
      certificateHeader: null,
      listener: {
        ...{ host: '127.0.0.1', port: 8443 },
        certificateFile: '/etc/checkout/tls/notices.crt',
        keyFile: '/etc/checkout/tls/notices.key',
      },
    });
  });

  it('are those of a trusted proxy', () => {
    expect(readSettings(PROXY).notices).toMatchObject({
      listener: null,
      certificateHeader: 'client-cert',
    });
  });

  it.each([
    ['NOTICES_URL', { ...PROXY, NOTICES_URL: '' }],
    ['NOTICES_URL', { ...PROXY, NOTICES_URL: 'http://notices.example.com' }],
    ['NOTICES_CERTIFICATE_FILE', { ...LISTENER, NOTICES_CERTIFICATE_FILE: '' }],
    ['NOTICES_KEY_FILE', { ...LISTENER, NOTICES_KEY_FILE: '' }],
    ['NOTICES_PORT', { ...LISTENER, NOTICES_PORT: '70000' }],
    ['NOTICES_PORT', { ...LISTENER, NOTICES_PORT: '' }],
    ['NOTICES_CA_DIR', { ...LISTENER, NOTICES_CA_DIR: '' }],
    ['TRUSTED_PROXY_HOPS', { ...PROXY, TRUSTED_PROXY_HOPS: '0' }],
    ['NOTICES_CLIENT_CERT_HEADER', { ...PROXY, NOTICES_CLIENT_CERT_HEADER: 'a b' }],
  ])('that are wrong stop the start with a sentence that names %s', (name, environment) => {
    expect(() => readSettings(environment)).toThrow(SettingsError);
    expect(() => readSettings(environment)).toThrow(name);
  });
});
