import { expect, it } from 'vitest';
import { addressOf, rateLimitBucket } from './client-ip.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:2aa:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
  ['2001:0db8:0001:0300::', '2001:db8:1:300::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/56'],
  ['unknown', 'unknown'],
])('counts %s for %s', (address, bucket) => {
  expect(rateLimitBucket(address)).toBe(bucket);
});

it('counts the networks of one customer of a provider for one, where asked to', () => {
  const [one, other] = ['2001:db8:1:200::1', '2001:db8:1:ff00::1'];
  expect([one, other].map((address) => rateLimitBucket(address, 48))).toEqual(
    Array(2).fill('2001:db8:1:0::/48'),
  );
});

it.each([
  ['203.0.113.7', 1, '203.0.113.7'],
  ['203.0.113.7:51234', 1, '203.0.113.7'],
  ['2001:db8::1', 1, '2001:db8::1'],
  ['[2001:db8::1]', 1, '2001:db8::1'],
  ['[2001:db8::1]:443', 1, '2001:db8::1'],
  ['198.51.100.2, 203.0.113.7:51234', 1, '203.0.113.7'],
  ['198.51.100.2, 203.0.113.7:51234', 2, '198.51.100.2'],
  ['203.0.113.7', 0, '10.0.0.1'],
  ['203.0.113.7', 2, '10.0.0.1'],
  ['203.0.113.7:', 1, '10.0.0.1'],
  ['[2001:db8::1', 1, '10.0.0.1'],
  ['[203.0.113.7.example]:80', 1, '10.0.0.1'],
  ['1', 1, '10.0.0.1'],
  ['', 1, '10.0.0.1'],
])('reads %j behind %d proxies as %s', (forwarded, trustedProxyHops, address) => {
  expect(addressOf({ peer: '10.0.0.1', forwarded }, trustedProxyHops)).toBe(address);
});
