const PUBLIC_ID = /^[a-z]+_.+_([A-Za-z0-9_-]{22})$/;

/**
 * The key of an attempt at a party: the 128 random bits of our id, as 32 hexadecimal digits, which
 * fit every party's rules for one (a txid has 26 to 35 letters and digits). The same whenever it is
 * asked for, so a party that goes by it does nothing twice.
 */
export function attemptKeyOf(reference: string): string {
  const bits = PUBLIC_ID.exec(reference)?.[1];
  if (bits === undefined) throw new Error('a reference has no random bits');
  return Buffer.from(bits, 'base64url').toString('hex');
}

/** The reference behind a key that a party names, in a company; null for one that is not ours. */
export function referenceOf(
  key: string,
  { prefix, companyId }: { prefix: string; companyId: string },
): string | null {
  if (!/^[0-9a-f]{32}$/i.test(key)) return null;
  return `${prefix}_${companyId}_${Buffer.from(key, 'hex').toString('base64url')}`;
}
