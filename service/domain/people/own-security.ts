import { ApiError } from '../../base/shared/api-error.ts';
import { hashPassword, isPassword } from './password.ts';
import type { Caller } from './people-log.ts';
import { tellLog } from './people-log.ts';
import { takeTry } from './prove-password.ts';
import { renewRecoveryCodes } from './recovery-code.ts';
import { confirmTotp } from './second-factor.ts';
import type { Session } from './session.ts';
import { proveSession } from './session.ts';
import type { SignInServices, Unproved } from './sign-in.ts';
import { proveOrTell } from './sign-in.ts';
import type { User } from './user.ts';

/** `token`: opens the session, for what ends or renews it. */
export type Self = { user: User; session: Session; token: string };

/** By the password and a code; which of them is wrong is not told. 429 RATE_LIMITED. */
export async function proveAgain(
  { user, session, token }: Self,
  { password, code }: { password: string; code: string },
  caller: Caller,
  services: SignInServices,
): Promise<'proved' | Unproved> {
  if (!(await isOwnPassword(user, password, 'user prove', caller, services))) return 'wrong';
  const proved = await proveOrTell(
    { user, code, action: 'user prove' },
    caller,
    services,
    async (tx, by) => {
      const subjects = { by, session: session.id };
      await tellLog({ user, caller, action: 'user prove', subjects }, services, tx);
      return 'proved' as const;
    },
  );
  if (proved === 'proved') await proveSession(token, services);
  return proved;
}

/** Ends all other sessions; false where the old one is wrong. 400 of `password`, 429. */
export async function changePassword(
  { user, session }: Self,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  caller: Caller,
  services: SignInServices,
): Promise<boolean> {
  const { db, users, sessions, randomBytes } = services;
  const action = 'user change-password';
  if (!(await isOwnPassword(user, oldPassword, action, caller, services))) return false;
  const passwordHash = await hashPassword(newPassword, randomBytes);
  await db.transaction(async (tx) => {
    await users.setPassword(tx, user.id, passwordHash);
    const ended = await sessions.revokeAll(tx, user.id, session.id);
    await tellLog({ user, caller, action, subjects: { endedSessions: ended } }, services, tx);
  });
  return true;
}

export function replaceTotp(
  { user }: Self,
  code: string,
  caller: Caller,
  services: SignInServices,
): Promise<string[] | null> {
  return confirmTotp(
    user.id,
    { code, replaces: true },
    (tx) => tellLog({ user, caller, action: 'user set-app' }, services, tx),
    services,
  );
}

/** False where there is none. 409 where no passkey is left: a password alone opens nothing. */
export function removeTotp(
  { user }: Self,
  caller: Caller,
  services: SignInServices,
): Promise<boolean> {
  const { db, users, totp, passkeys } = services;
  return db.transaction(async (tx) => {
    await users.lock(tx, user.id);
    if ((await passkeys.count(tx, user.id)) === 0) {
      throw new ApiError('ILLEGAL_TRANSITION', 'The app is the only second factor.');
    }
    if (!(await totp.remove(tx, user.id))) return false;
    await tellLog({ user, caller, action: 'user remove-app' }, services, tx);
    return true;
  });
}

export function renewOwnCodes(
  { user }: Self,
  caller: Caller,
  services: SignInServices,
): Promise<string[]> {
  return services.db.transaction(async (tx) => {
    const codes = await renewRecoveryCodes(tx, user.id, services);
    await tellLog({ user, caller, action: 'user renew-recovery-codes' }, services, tx);
    return codes;
  });
}

export function endSession(
  { user }: Self,
  id: string,
  caller: Caller,
  services: SignInServices,
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    if (!(await services.sessions.revoke(tx, user.id, id))) return false;
    await tellLog({ user, caller, action: 'user end-session', subjects: { id } }, services, tx);
    return true;
  });
}

export function endOtherSessions(
  { user, session }: Self,
  caller: Caller,
  services: SignInServices,
): Promise<number> {
  return services.db.transaction(async (tx) => {
    const ended = await services.sessions.revokeAll(tx, user.id, session.id);
    const subjects = { endedSessions: ended };
    await tellLog({ user, caller, action: 'user end-sessions', subjects }, services, tx);
    return ended;
  });
}

export async function signOut(
  { user, session }: Self,
  caller: Caller,
  services: SignInServices,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (!(await services.sessions.revoke(tx, user.id, session.id))) return;
    await tellLog({ user, caller, action: 'user sign-out' }, services, tx);
  });
}

async function isOwnPassword(
  user: User,
  password: string,
  action: 'user prove' | 'user change-password',
  caller: Caller,
  services: SignInServices,
): Promise<boolean> {
  await takeTry(user.email ?? '', caller, services);
  const found = await services.users.findPassword(user.id);
  if (await isPassword(password, found?.passwordHash ?? null)) return true;
  await tellLog({ user, caller, action, code: 'WRONG_PASSWORD' }, services);
  return false;
}
