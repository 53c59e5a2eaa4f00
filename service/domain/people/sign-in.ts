import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { SYSTEM_COMPANY } from '../audit/audit-log.ts';
import type { RateLimitRule } from '../limits/rate-limit.ts';
import { LONGEST_WINDOW_MS, requireWithinLimit } from '../limits/rate-limit.ts';
import { knownBrowserOf, newKnownBrowser } from './known-browser.ts';
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

const DAY_MS = 24 * 60 * 60_000;

/** Decision: only who has the password can try; a browser they signed in by has its own ten. */
export const SECOND_PROOF_LIMITS = {
  network: { name: 'second_proof_network', limit: 50, windowMs: LONGEST_WINDOW_MS },
  account: { name: 'second_proof_account', limit: 10, windowMs: LONGEST_WINDOW_MS },
  knownBrowser: { name: 'second_proof_known_browser', limit: 10, windowMs: LONGEST_WINDOW_MS },
} as const satisfies Record<string, RateLimitRule>;

/**
 * Decision: after thirty wrong codes within a day no code of the app counts until the day is over: ten
 * in each quarter of an hour alone are one chance in three hundred a day. Counted in the audit log,
 * for each browser that they signed in by, and for all others together; recovery codes go on counting.
 */
export const WRONG_CODES = { limit: 30, windowMs: DAY_MS };

/** Decision: whoever comes back later is not told of what was longer ago. */
const TOLD_FOR_MS = 30 * DAY_MS;

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

/** `browser`: what is left in it. `wrongCodes`: of this person, since they signed in before. */
export type SignedInNow = { token: string; user: User; browser: string; wrongCodes: number };

/** `held`: too many were wrong, so that none of the app counts. */
export type Unproved = 'wrong' | 'held';

/** `over`: the password has to be typed again. 429 RATE_LIMITED. */
export async function finishSignIn(
  { loginChallenge, code }: { loginChallenge: string; code: string },
  caller: Caller,
  services: SignInServices,
): Promise<SignedInNow | Unproved | 'over'> {
  const user = await readLoginChallenge(loginChallenge, services);
  if (user === null) return 'over';
  return proveOrTell({ user, code, action: 'user sign-in' }, caller, services, (tx, by) =>
    openSessionFor(tx, user, { caller, by }, services),
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
  const codes = await codesOf(user, TOLD_FOR_MS, services, tx);
  const before = codes.findIndex((one) => one.action === 'user sign-in' && one.result === 'done');
  const since = before === -1 ? codes : codes.slice(0, before);
  const subjects = { by, session: session.id };
  await tellLog({ user, caller, action: 'user sign-in', subjects }, services, tx);
  const email = user.email ?? '';
  const isKnown = knownBrowserOf(caller.browser, email, services) !== null;
  const browser = isKnown ? caller.browser : newKnownBrowser(email, services);
  const wrongCodes = since.filter(({ code }) => code === 'WRONG_CODE').length;
  return { token, user, browser, wrongCodes };
}

/** The acts in which somebody has typed codes, the newest first. */
function codesOf(
  { id, companyId }: User,
  withinMs: number,
  { audit, now }: Pick<ProveServices, 'audit' | 'now'>,
  tx?: Queryable,
): Promise<AuditEntry[]> {
  const actions = ['user sign-in', 'user prove'];
  const after = new Date(now().getTime() - withinMs);
  return audit.listBy({ companyId: companyId ?? SYSTEM_COMPANY, actors: [id], actions, after }, tx);
}

/** In the transaction that uses it up; the log is told of a wrong one. 429 RATE_LIMITED. */
export async function proveOrTell<Result>(
  { user, code, action }: { user: User; code: string; action: 'user sign-in' | 'user prove' },
  caller: Caller,
  services: SignInServices,
  then: (tx: Queryable, by: SecondProof) => Promise<Result>,
): Promise<Result | Unproved> {
  const { db, totp } = services;
  const browser = await takeSecondTry(user, caller, services);
  const tried = await codesOf(user, WRONG_CODES.windowMs, services);
  const wrong = tried.filter(
    (one) => one.code === 'WRONG_CODE' && (one.subjects.browser ?? null) === browser,
  );
  const isHeld = wrong.length >= WRONG_CODES.limit;
  const kept = await totp.find(user.id);
  const stored = isHeld && kept !== null ? { ...kept, sealed: null } : kept;
  const proved = await db.transaction(async (tx) => {
    const by = await proveByCode(tx, user.id, code, stored, services);
    return by === null ? null : { result: await then(tx, by) };
  });
  if (proved !== null) return proved.result;
  const subjects = browser === null ? {} : { browser };
  const refusal = isHeld ? 'TOO_MANY_CODES' : 'WRONG_CODE';
  await tellLog({ user, caller, action, subjects, code: refusal }, services);
  return isHeld ? 'held' : 'wrong';
}

/** Gives the id of the browser, where its person has signed in by it before. */
async function takeSecondTry(
  user: User,
  { network, browser }: Caller,
  { rateLimiter, hash, now }: SignInServices,
): Promise<string | null> {
  const take = (rule: RateLimitRule, bucket: string) =>
    requireWithinLimit(rateLimiter, rule, bucket, now());
  const known = knownBrowserOf(browser, user.email ?? '', { hash });
  if (known === null) {
    await take(SECOND_PROOF_LIMITS.network, network);
    await take(SECOND_PROOF_LIMITS.account, user.id);
  } else await take(SECOND_PROOF_LIMITS.knownBrowser, known);
  return known;
}
