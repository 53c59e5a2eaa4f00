import type { Envelope, RandomBytes } from '../../base/crypto/envelope.ts';
import type { Db, Queryable } from '../../base/shared/db.ts';
import type { RecoveryCodeServices } from './recovery-code.ts';
import { renewRecoveryCodes, spendRecoveryCode } from './recovery-code.ts';
import { counterOfCode, newTotpSecret } from './totp.ts';

/** What is kept of a user's app: `newSealed` waits for its first code. */
export type StoredTotp = {
  sealed: Uint8Array | null;
  /** Of the newest code that counted; it and those before it count no more. */
  counter: number | null;
  newSealed: Uint8Array | null;
};

export type SealedTotp = { userId: string } & Pick<StoredTotp, 'sealed' | 'newSealed'>;

export interface TotpStore {
  find(userId: string): Promise<StoredTotp | null>;
  begin(tx: Queryable, userId: string, newSealed: Uint8Array): Promise<boolean>;
  /** False where another waits by now, or none, or one is there that it does not replace. */
  confirm(
    tx: Queryable,
    userId: string,
    by: { newSealed: Uint8Array; counter: number; replaces: boolean },
  ): Promise<boolean>;
  spend(
    tx: Queryable,
    userId: string,
    by: { sealed: Uint8Array; counter: number },
  ): Promise<boolean>;
  remove(tx: Queryable, userId: string): Promise<boolean>;
  /** Those of whom something is not under this version (null: all), after an id; some at a time. */
  listSealed(from: { notUnder: number | null; after: string }): Promise<SealedTotp[]>;
  replaceSealed(from: SealedTotp, to: SealedTotp): Promise<void>;
}

export type SecondFactorServices = RecoveryCodeServices & {
  db: Db;
  totp: TotpStore;
  envelope: Envelope;
  randomBytes: RandomBytes;
  now: () => Date;
};

export type SecondProof = 'totp' | 'recovery-code';

export async function hasTotp(
  userId: string,
  { totp }: Pick<SecondFactorServices, 'totp'>,
): Promise<boolean> {
  return ((await totp.find(userId))?.sealed ?? null) !== null;
}

/** Null for no active user. Each secret is shown to one page alone. */
export async function beginTotp(
  userId: string,
  { db, totp, envelope, randomBytes }: SecondFactorServices,
): Promise<Uint8Array | null> {
  const secret = newTotpSecret(randomBytes);
  const sealed = sealTotp(userId, secret, envelope);
  return (await db.transaction((tx) => totp.begin(tx, userId, sealed))) ? secret : null;
}

/** As it is kept: it opens for no other user. */
export function sealTotp(userId: string, secret: Uint8Array, envelope: Envelope): Uint8Array {
  return envelope.seal(secret, contextOf(userId));
}

export async function waitingTotp(
  userId: string,
  { totp, envelope }: Pick<SecondFactorServices, 'totp' | 'envelope'>,
): Promise<Uint8Array | null> {
  const newSealed = (await totp.find(userId))?.newSealed ?? null;
  return newSealed === null ? null : envelope.open(newSealed, contextOf(userId));
}

/** Gives recovery codes, shown once; null for a wrong code. `replaces`: there may be an app. */
export async function confirmTotp(
  userId: string,
  { code, replaces }: { code: string; replaces: boolean },
  record: (tx: Queryable) => Promise<void>,
  services: SecondFactorServices,
): Promise<string[] | null> {
  const { db, totp, envelope, now } = services;
  const newSealed = (await totp.find(userId))?.newSealed ?? null;
  if (newSealed === null) return null;
  const counter = counterOfCode(envelope.open(newSealed, contextOf(userId)), code, now());
  if (counter === null) return null;
  return db.transaction(async (tx) => {
    if (!(await totp.confirm(tx, userId, { newSealed, counter, replaces }))) return null;
    const codes = await renewRecoveryCodes(tx, userId, services);
    await record(tx);
    return codes;
  });
}

/** How a code proves who its user is, once: of their app or a recovery code; null if it does not. */
export async function proveByCode(
  tx: Queryable,
  userId: string,
  code: string,
  stored: StoredTotp | null,
  services: Pick<SecondFactorServices, 'totp' | 'envelope' | 'recoveryCodes' | 'hash' | 'now'>,
): Promise<SecondProof | null> {
  const { totp, envelope, now } = services;
  if (stored === null) return null;
  const { sealed } = stored;
  if (sealed !== null) {
    const counter = counterOfCode(envelope.open(sealed, contextOf(userId)), code, now());
    if (counter !== null) {
      return (await totp.spend(tx, userId, { sealed, counter })) ? 'totp' : null;
    }
  }
  return (await spendRecoveryCode(tx, userId, code, services)) ? 'recovery-code' : null;
}

/** Unopened. Throws `SealBroken`. */
export function rewrapTotp(stored: SealedTotp, envelope: Envelope): SealedTotp {
  return mapSealed(stored, (sealed, context) => envelope.rewrap(sealed, context));
}

/** Throws `SealBroken`. */
export function requireReadableTotp(stored: SealedTotp, envelope: Envelope): void {
  mapSealed(stored, (sealed, context) => envelope.open(sealed, context));
}

function mapSealed(
  { userId, sealed, newSealed }: SealedTotp,
  map: (sealed: Uint8Array, context: string) => Uint8Array,
): SealedTotp {
  const context = contextOf(userId);
  return {
    userId,
    sealed: sealed === null ? null : map(sealed, context),
    newSealed: newSealed === null ? null : map(newSealed, context),
  };
}

/** One for both, since the one that waits becomes the user's own as it lies there. */
function contextOf(userId: string): string {
  return `user-totp|${userId}`;
}
