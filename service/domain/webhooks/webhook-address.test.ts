import { describe, expect, it } from 'vitest';
import { isWebhookAddress, requireWebhookUrl, webhookUrlFault } from './webhook-address.ts';

const PRODUCTION = { sandbox: false };
const SANDBOX = { sandbox: true };

/** Refused everywhere. */
const HOSTILE = [
  // Addresses of special ranges.
  'https://0.0.0.0/',
  'https://0.1.2.3/',
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://192.168.0.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://168.63.129.16/',
  'https://[::]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[3fff::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  // Forms of an address that are not what they look like.
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.1/',
  'https://127.0.1/',
  'https://0/',
  'https://127.0.0.1./',
  'https://①②⑦.⓪.⓪.①/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::1%25eth0]/',
  'https://%31%32%37.0.0.1/',
  'https://127.0.0.1\\@loja.example/',
  // Names that mean somebody's own network.
  'https://localhost./',
  'https://intranet/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://router.lan/',
  'https://nas.home.arpa/',
  'https://loja.example./',
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

  it('may be left out', () => {
    expect(() => requireWebhookUrl(undefined, PRODUCTION)).not.toThrow();
  });

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
