import type { Envelope, RandomBytes } from '../base/crypto/envelope.ts';
import type { Db, Queryable } from '../base/shared/db.ts';
import type { Self } from '../domain/people/own-security.ts';
import type { Caller } from '../domain/people/people-log.ts';
import { tellLog } from '../domain/people/people-log.ts';
import type { TotpStore } from '../domain/people/second-factor.ts';
import { sealTotp } from '../domain/people/second-factor.ts';
import { proveSession } from '../domain/people/session.ts';
import type { SignedInNow, SignInServices } from '../domain/people/sign-in.ts';
import { openSessionFor } from '../domain/people/sign-in.ts';
import type { User, UserStore } from '../domain/people/user.ts';
import { newUserId } from '../domain/people/user.ts';
import type { SandboxUser } from './published-users.ts';
import { SANDBOX_USERS } from './published-users.ts';

const COMPANY = 'no3ds';

/** Kept here so that no start spends the time that a hash takes. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$cHVibGlzaGVkLXNhbmRieA$D8eCK2nFlS3tTtgA83AnMmCcTzX1ouQCXX8XlOsIOrk';
const TOTP_SECRET = Buffer.from('12345678901234567890');

export function isSandboxUser({ email }: Pick<User, 'email'>): boolean {
  return SANDBOX_USERS.some((published) => published.email === email);
}

export type UserSeedServices = {
  db: Db;
  users: UserStore;
  totp: TotpStore;
  envelope: Envelope;
  randomBytes: RandomBytes;
  now: () => Date;
};

/** Brings those who are not there, and the role of those whom a visitor gave another. */
export async function seedSandboxUsers(services: UserSeedServices): Promise<void> {
  const { db, users } = services;
  const there = [...(await users.list(COMPANY)), ...(await users.list(null))];
  const missing = SANDBOX_USERS.filter(({ email }) => !there.some((user) => user.email === email));
  const demoted = there.flatMap(({ id, email, role }) => {
    const published = SANDBOX_USERS.find((one) => one.email === email);
    return published === undefined || published.role === role ? [] : [{ ...published, id }];
  });
  if (missing.length + demoted.length === 0) return;
  await db.transaction(async (tx) => {
    for (const { id, role } of demoted) await users.setRole(tx, id, role);
    for (const published of missing) await seed(tx, published, services);
  });
}

async function seed(
  tx: Queryable,
  published: SandboxUser,
  { users, totp, envelope, randomBytes, now }: UserSeedServices,
): Promise<void> {
  const at = now();
  const place = SANDBOX_USERS.indexOf(published);
  const user: User = {
    ...published,
    id: newUserId(randomBytes),
    companyId: published.role === 'operator' ? null : COMPANY,
    state: 'invited',
    // In the order of the list.
    createdAt: new Date(at.getTime() + place),
  };
  const invitation = { hash: randomBytes(32), endsAt: new Date(at.getTime() + 1) };
  // Somebody of another company may have the address.
  if (!(await users.insert(tx, user, invitation))) return;
  const by = { invitationHash: invitation.hash, now: at, passwordHash: PASSWORD_HASH };
  await users.accept(tx, by);
  const newSealed = sealTotp(user.id, TOTP_SECRET, envelope);
  await totp.begin(tx, user.id, newSealed);
  await totp.confirm(tx, user.id, { newSealed, counter: 0, replaces: false });
}

/** Opens a session for a published person without asking for anything; null for anybody else. */
export async function signInAsPublished(
  email: string,
  caller: Caller,
  services: SignInServices,
): Promise<SignedInNow | null> {
  const found = isSandboxUser({ email }) ? await services.users.findActive(email) : null;
  if (found === null) return null;
  const how = { caller, by: 'sandbox' } as const;
  return services.db.transaction((tx) => openSessionFor(tx, found.user, how, services));
}

export async function proveAsPublished(
  { user, session, token }: Self,
  caller: Caller,
  services: SignInServices,
): Promise<void> {
  if (!isSandboxUser(user)) throw new Error('only published people prove themselves by a button');
  const subjects = { by: 'sandbox', session: session.id };
  await tellLog({ user, caller, action: 'user prove', subjects }, services);
  await proveSession(token, services);
}
