import { describe, expect, it } from 'vitest';
import { isWebhookAddress, requireWebhookUrl, webhookUrlFault } from './webhook-address.ts';

const PRODUCTION = { sandbox: false };
const SANDBOX = { sandbox: true };

/** Of special ranges, in forms that are not what they look like, and names of somebody's network. */
const HOSTS = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 172.16.0.1 172.31.255.255
  192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
  240.0.0.1 255.255.255.255 168.63.129.16 [::] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::1]
  [100::1] [2001::1] [2001:db8::1] [2002:7f00:1::] [3fff::1] [fc00::1] [fd00:ec2::254] [fe80::1]
  [fec0::1] [ff02::1]
  2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 127.1 127.0.1 0 127.0.0.1. ①②⑦.⓪.⓪.①
  １２７.0.0.1 127。0。0。1 [0:0:0:0:0:0:0:1] [::1%25eth0] %31%32%37.0.0.1
  localhost. intranet metadata.google.internal printer.local router.lan nas.home.arpa
  loja.example.
`
  .trim()
  .split(/\s+/);

/** Refused everywhere. */
const HOSTILE = [
  ...HOSTS.map((host) => `https://${host}/`),
  'https://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1\\@loja.example/',
  // Other schemes, credentials, fragments, and what the parser would mend.
  'file:///etc/passwd',
  'ftp://loja.example/',
  'gopher://loja.example:70/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://loja.example/',
  'https://user@loja.example/',
  'https://user:pass@loja.example/',
  'https://:@loja.example/',
  'https://loja.example@127.0.0.1/',
  'https://loja.example/#x',
  'https:loja.example/',
  'https:\\\\loja.example/',
  'https://loja.exa\tmple/',
  ' https://loja.example/',
  'https://loja.example/a b',
  'https://',
  '/webhooks',
  // Ports of other services.
  'https://loja.example:22/',
  'https://loja.example:25/',
  'https://loja.example:6379/',
];

/** Allowed where programs under development receive, and nowhere else. */
const LOOPBACK = [
  'http://127.0.0.1:4020/webhooks',
  'https://127.0.0.1/',
  'http://127.8.9.10:8080/',
  'http://[::1]:4020/',
  'http://localhost:4020/webhooks',
  'http://loja.localhost:4020/',
  'http://loja.example/',
];

const PUBLIC = [
  'https://loja.example',
  'https://loja.example/webhooks?order=1&x=%23',
  'https://LOJA.example:443/',
  'https://loja.example:8443/webhooks',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://xn--aa-7ia.example/',
];

describe('a webhookUrl', () => {
  it.each(HOSTILE)('is refused where it is %s', (url) => {
    for (const rule of [PRODUCTION, SANDBOX]) {
      expect(() => requireWebhookUrl(url, rule)).toThrow(
        expect.objectContaining({
          code: 'INVALID_DATA',
          details: [expect.objectContaining({ path: 'webhookUrl', rule: expect.any(String) })],
        }),
      );
    }
  });

  it.each(LOOPBACK)('is taken in the sandbox alone where it is %s', (url) => {
    expect(webhookUrlFault(url, SANDBOX)).toBeNull();
    expect(webhookUrlFault(url, PRODUCTION)).not.toBeNull();
  });

  it.each(PUBLIC)('is taken where it is %s', (url) => {
    expect(webhookUrlFault(url, PRODUCTION)).toBeNull();
    expect(webhookUrlFault(url, SANDBOX)).toBeNull();
  });

  it('may be left out', () => expect(() => requireWebhookUrl(undefined, PRODUCTION)).not.toThrow());

  it('is never repeated in the refusal', () => {
    const url = 'https://10.0.0.1/secret-path';
    expect(JSON.stringify(webhookUrlFault(url, PRODUCTION))).not.toMatch(/10\.0|secret/);
  });
});

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['not an address', false],
])('a name that leads to %s is followed in the sandbox: %s', (address, isFollowed) => {
  expect(isWebhookAddress(address, SANDBOX)).toBe(isFollowed);
  expect(isWebhookAddress(address, PRODUCTION)).toBe(false);
});
