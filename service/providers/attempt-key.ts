const PUBLIC_ID = /^[a-z]+_.+_([A-Za-z0-9_-]{22})$/;

/**
 * The 128 random bits of our id as 32 hexadecimal digits, which fit every party's rules (a txid has
 * 26 to 35 letters and digits). Always the same, so a party that goes by it does nothing twice.
 */
export function attemptKeyOf(reference: string): string {
  const bits = PUBLIC_ID.exec(reference)?.[1];
  if (bits === undefined) throw new Error('a reference has no random bits');
  return Buffer.from(bits, 'base64url').toString('hex');
}

/** Null for a key that is not ours. */
export function referenceOf(
  key: string,
  { prefix, companyId }: { prefix: string; companyId: string },
): string | null {
  if (wholeKeyIn(key) === null) return null;
  return `${prefix}_${companyId}_${Buffer.from(key, 'hex').toString('base64url')}`;
}

/** Null for what is no key at all. */
export function wholeKeyIn(text: string | null | undefined): string | null {
  return text && /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : null;
}
