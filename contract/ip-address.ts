import * as z from 'zod/mini';
import { broken } from './errors/broken-rule.ts';

const ipv4Schema = z.ipv4();
const ipv6Schema = z.ipv6();
const IPV4_MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * An IPv4-mapped form is unmapped. Other IPv6 is taken beyond the specification, since many phones
 * in Brazil have no other. Decision: so is a private address, since a shop may sell within its own
 * network.
 */
export const payerIpSchema = z.pipe(
  z.string().check(z.maxLength(45)),
  z.transform((value, context) => {
    const address = IPV4_MAPPED.exec(value)?.[1] ?? value;
    if (ipv4Schema.safeParse(address).success || ipv6Schema.safeParse(address).success) {
      return address;
    }
    const params = broken('format', { example: '203.0.113.7' });
    context.issues.push({ code: 'custom', params, input: value });
    return z.NEVER;
  }),
);
