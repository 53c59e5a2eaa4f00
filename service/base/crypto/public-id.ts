import type { RandomBytes } from './envelope.ts';

/** With 128 random bits. The company in it leads a look-up straight to where its rows are. */
export function newPublicId(
  prefix: 'pay' | 'out' | 'ref' | 'afs' | 'bol' | 'evt' | 'pag' | 'card',
  companyId: string,
  randomBytes: RandomBytes,
): string {
  return `${prefix}_${companyId}_${Buffer.from(randomBytes(16)).toString('base64url')}`;
}
