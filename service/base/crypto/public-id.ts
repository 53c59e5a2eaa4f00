import type { RandomBytes } from './envelope.ts';

/**
 * A public id: what it is of, the company, and 128 random bits, such as `pay_no3ds_3q2-7w…`. It
 * carries the company so that a look-up goes straight to where that company's rows are.
 */
export function newPublicId(
  prefix: 'pay' | 'out' | 'ref' | 'afs' | 'bol' | 'evt',
  companyId: string,
  randomBytes: RandomBytes,
): string {
  return `${prefix}_${companyId}_${Buffer.from(randomBytes(16)).toString('base64url')}`;
}
