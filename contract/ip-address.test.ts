import { expect, it } from 'vitest';
import { payerIpSchema } from './ip-address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
])('takes %s as %s', (address, kept) => {
  expect(payerIpSchema.parse(address)).toBe(kept);
});

it.each([
  ['out of range', '203.0.113.256'],
  ['octal', '0177.0.0.1'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['short', '127.1'],
  ['one number', '2130706433'],
  ['with a port', '203.0.113.7:80'],
  ['with a prefix', '203.0.113.0/24'],
  ['with blanks', ' 203.0.113.7'],
  ['with a line break', '203.0.113.7\n'],
  ['with a zone', 'fe80::1%eth0'],
  ['mapped and out of range', '::ffff:203.0.113.256'],
  ['a name', 'localhost'],
  ['long', '1'.repeat(100)],
  ['empty', ''],
  ['a number', 3405803783],
])('refuses one that is %s', (_, address) => {
  expect(payerIpSchema.safeParse(address).success).toBe(false);
});
