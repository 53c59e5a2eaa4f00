/** Bytes nobody can guess; a parameter so that tests can. */
export type RandomBytes = (size: number) => Uint8Array;

/** Schemes that count their ECI differently. */
export type EciFamily = 'mastercard' | 'other';

export function eciFamilyOf(acctNumber: string): EciFamily {
  return /^(5[1-5]|2[2-7])/.test(acctNumber) ? 'mastercard' : 'other';
}

/** A fresh proof: 20 bytes, and the ECI of an authentication (Y) or an attempt (A). */
export function createProof(
  transStatus: 'Y' | 'A',
  family: EciFamily,
  randomBytes: RandomBytes,
): { authenticationValue: string; eci: '05' | '06' | '02' | '01' } {
  const authenticationValue = Buffer.from(randomBytes(20)).toString('base64');
  const isAuthenticated = transStatus === 'Y';
  if (family === 'mastercard') return { authenticationValue, eci: isAuthenticated ? '02' : '01' };
  return { authenticationValue, eci: isAuthenticated ? '05' : '06' };
}

/** A random UUID, version 4. */
export function createTransId(randomBytes: RandomBytes): string {
  const bytes = Buffer.from(randomBytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
