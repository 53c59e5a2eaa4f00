import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { Queryable } from '../../base/shared/db.ts';

export const RECOVERY_CODE_COUNT = 10;

/** Without the letters that are read as digits: I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
const PATTERN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

export interface RecoveryCodeStore {
  replace(tx: Queryable, userId: string, codeHashes: readonly Uint8Array[]): Promise<void>;
  spend(tx: Queryable, userId: string, codeHash: Uint8Array): Promise<boolean>;
  count(userId: string): Promise<number>;
}

export type RecoveryCodeServices = { recoveryCodes: RecoveryCodeStore; hash: KeyedHash };

/** In place of all before, shown once. Fifty random bits are plenty for a handful of tries. */
export async function renewRecoveryCodes(
  tx: Queryable,
  userId: string,
  { recoveryCodes, hash, randomBytes }: RecoveryCodeServices & { randomBytes: RandomBytes },
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => newCode(randomBytes));
  const hashes = codes.map((code) => hashCode(userId, code, hash));
  await recoveryCodes.replace(tx, userId, hashes);
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

export async function spendRecoveryCode(
  tx: Queryable,
  userId: string,
  typed: string,
  { recoveryCodes, hash }: RecoveryCodeServices,
): Promise<boolean> {
  const code = normalize(typed);
  return PATTERN.test(code) && recoveryCodes.spend(tx, userId, hashCode(userId, code, hash));
}

function newCode(randomBytes: RandomBytes): string {
  // 32 letters: every byte stands for each of them equally often.
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

function hashCode(userId: string, code: string, hash: KeyedHash): Uint8Array {
  return hash('user-recovery-code', `${userId} ${code}`);
}

function normalize(typed: string): string {
  const plain = typed.toUpperCase().replace(/[\s-]/g, '');
  return plain.replace(/[IL]/g, '1').replace(/O/g, '0');
}
