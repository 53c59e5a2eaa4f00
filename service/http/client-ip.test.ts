import { expect, it } from 'vitest';
import { rateLimitBucket } from './client-ip.ts';

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
