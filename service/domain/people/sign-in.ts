import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { RateLimitRule } from '../limits/rate-limit.ts';
import { LONGEST_WINDOW_MS, requireWithinLimit } from '../limits/rate-limit.ts';
import { makeLoginChallenge, readLoginChallenge } from './login-challenge.ts';
import type { PasskeyStore } from './passkey.ts';
import type { Caller } from './people-log.ts';
import { tellLog } from './people-log.ts';
import type { ProveServices } from './prove-password.ts';
import { provePassword } from './prove-password.ts';
import type { RecoveryCodeStore } from './recovery-code.ts';
import type { SecondFactorServices, SecondProof } from './second-factor.ts';
import { confirmTotp, proveByCode } from './second-factor.ts';
import type { SessionServices } from './session.ts';
import { startSession } from './session.ts';
import type { User } from './user.ts';

/** Decision: only who has the password can try; ten of a million codes leave no hope. */
export const SECOND_PROOF_LIMITS = {
  network: { name: 'second_proof_network', limit: 50, windowMs: LONGEST_WINDOW_MS },
  account: { name: 'second_proof_account', limit: 10, windowMs: LONGEST_WINDOW_MS },
} as const satisfies Record<string, RateLimitRule>;

export type SignInServices = ProveServices &
  SecondFactorServices &
  SessionServices & { passkeys: Pick<PasskeyStore, 'count'>; recoveryCodes: RecoveryCodeStore };

export type SecondFactors = { hasTotp: boolean; passkeys: number; recoveryCodes: number };

export async function secondFactorsOf(
  userId: string,
  { db, totp, passkeys, recoveryCodes }: SignInServices,
): Promise<SecondFactors> {
  return {
    hasTotp: ((await totp.find(userId))?.sealed ?? null) !== null,
    passkeys: await passkeys.count(db, userId),
    recoveryCodes: await recoveryCodes.count(userId),
  };
}

/** Whether somebody has set up a second factor at all; codes alone are what is left of one. */
export function hasSecondFactor({ hasTotp, passkeys, recoveryCodes }: SecondFactors): boolean {
  return hasTotp || passkeys > 0 || recoveryCodes > 0;
}

/**
 * Gives what opens the second page: `code`, or `enrol` where a second factor has to be set up
 * before any session opens. Null where the password is wrong or the address nobody's. 429.
 */
export async function beginSignIn(
  given: { email: string; password: string },
  caller: Caller,
  services: SignInServices,
): Promise<{ loginChallenge: string; next: 'code' | 'enrol' } | null> {
  const user = await provePassword(given, caller, services);
  if (user === null) return null;
  const loginChallenge = await makeLoginChallenge(user.id, services);
  if (loginChallenge === null) return null;
  const factors = await secondFactorsOf(user.id, services);
  return { loginChallenge, next: hasSecondFactor(factors) ? 'code' : 'enrol' };
}

export type SignedInNow = { token: string; user: User };

/** `over`: the password has to be typed again. 429 RATE_LIMITED. */
export async function finishSignIn(
  { loginChallenge, code }: { loginChallenge: string; code: string },
  caller: Caller,
  services: SignInServices,
): Promise<SignedInNow | 'wrong' | 'over'> {
  const user = await readLoginChallenge(loginChallenge, services);
  if (user === null) return 'over';
  return (
    (await proveOrTell({ user, code, action: 'user sign-in' }, caller, services, (tx, by) =>
      openSessionFor(tx, user, { caller, by }, services),
    )) ?? 'wrong'
  );
}

/**
 * The first code of the app that was shown opens a session and gives the recovery codes, to be
 * shown once. 409 where there is a second factor by now: a password alone never replaces one.
 */
export async function enrolAtSignIn(
  { loginChallenge, code }: { loginChallenge: string; code: string },
  caller: Caller,
  services: SignInServices,
): Promise<(SignedInNow & { recoveryCodes: string[] }) | 'wrong' | 'over'> {
  const { passkeys, users } = services;
  const user = await readLoginChallenge(loginChallenge, services);
  if (user === null) return 'over';
  if (hasSecondFactor(await secondFactorsOf(user.id, services))) throw alreadyEnrolled();
  await takeSecondTry(user, caller, services);
  let opened: SignedInNow | undefined;
  const record = async (tx: Queryable) => {
    await users.lock(tx, user.id);
    if ((await passkeys.count(tx, user.id)) > 0) throw alreadyEnrolled();
    await tellLog({ user, caller, action: 'user set-app' }, services, tx);
    opened = await openSessionFor(tx, user, { caller, by: 'totp' }, services);
  };
  const recoveryCodes = await confirmTotp(user.id, { code, replaces: false }, record, services);
  if (recoveryCodes === null || opened === undefined) return 'wrong';
  return { ...opened, recoveryCodes };
}

function alreadyEnrolled(): ApiError {
  return new ApiError('ILLEGAL_TRANSITION', 'This account has a second factor already.');
}

export async function openSessionFor(
  tx: Queryable,
  user: User,
  { caller, by }: { caller: Caller; by: SecondProof | 'passkey' | 'sandbox' },
  services: SessionServices & ProveServices,
): Promise<SignedInNow> {
  const { token, session } = await startSession(tx, user, caller, services);
  const subjects = { by, session: session.id };
  await tellLog({ user, caller, action: 'user sign-in', subjects }, services, tx);
  return { token, user };
}

/** In the transaction that uses it up; the log is told of a wrong one (null). 429 RATE_LIMITED. */
export async function proveOrTell<Result>(
  { user, code, action }: { user: User; code: string; action: 'user sign-in' | 'user prove' },
  caller: Caller,
  services: SignInServices,
  then: (tx: Queryable, by: SecondProof) => Promise<Result>,
): Promise<Result | null> {
  const { db, totp } = services;
  await takeSecondTry(user, caller, services);
  const stored = await totp.find(user.id);
  const proved = await db.transaction(async (tx) => {
    const by = await proveByCode(tx, user.id, code, stored, services);
    return by === null ? null : { result: await then(tx, by) };
  });
  if (proved !== null) return proved.result;
  await tellLog({ user, caller, action, code: 'WRONG_CODE' }, services);
  return null;
}

async function takeSecondTry(
  user: User,
  { network }: Caller,
  { rateLimiter, now }: SignInServices,
): Promise<void> {
  await requireWithinLimit(rateLimiter, SECOND_PROOF_LIMITS.network, network, now());
  await requireWithinLimit(rateLimiter, SECOND_PROOF_LIMITS.account, user.id, now());
}
