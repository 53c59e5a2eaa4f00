import { describe, expect, it } from 'vitest';
import { toPayerIp } from './payer-ip.ts';
import { readSettings } from './settings.ts';

describe('settings', () => {
  it('has the addresses of the local system by default', () => {
    expect(readSettings({})).toEqual({
      port: 4020,
      host: null,
      baseUrl: 'http://127.0.0.1:4010',
      checkoutUrl: 'http://127.0.0.1:4011',
      bankUrl: 'http://127.0.0.1:4013',
    });
  });

  it('is taken with CHECKOUT_ before its name, which wins', () => {
    expect(readSettings({ CHECKOUT_SHOP_PORT: '1', SHOP_PORT: '2' }).port).toBe(1);
  });

  it.each([
    ['SHOP_PORT', 'abc'],
    ['SHOP_PORT', '70000'],
    ['SHOP_PORT', '-1'],
    ['BASE_URL', 'pay.example'],
    ['BASE_URL', 'ftp://pay.example'],
    ['BASE_URL', 'https://pay.example/path'],
    ['BASE_URL', "https://pay.example; script-src 'unsafe-inline'"],
    ['CHECKOUT_URL', 'https://user:word@frame.example'],
    ['CHECKOUT_URL', '*'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must be`));
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '127.0.0.1'],
  [undefined, '127.0.0.1'],
  ['2001:db8::7', '2001:db8::7'],
])('the address of the payer sends %s as %s', (remoteAddress, expected) => {
  expect(toPayerIp(remoteAddress)).toBe(expected);
});
