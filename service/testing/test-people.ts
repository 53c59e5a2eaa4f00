import { createEnvelope } from '../base/crypto/envelope.ts';
import { createKeyedHash } from '../base/crypto/keyed-hash.ts';
import { createRandomBytes } from '../base/crypto/random-bytes.ts';
import type { Db } from '../base/shared/db.ts';
import { acceptInvitation, inviteUser } from '../domain/people/invitation.ts';
import type { Role } from '../domain/people/roles.ts';
import type { User } from '../domain/people/user.ts';
import { createAuditLog } from '../store/tables/audit/audit-log.ts';
import { createSharedRateLimiter } from '../store/tables/limits/shared-rate-limit.ts';
import { createPasskeyStore } from '../store/tables/people/passkey.ts';
import { createUserStore } from '../store/tables/people/user.ts';
import { createRecoveryCodeStore } from '../store/tables/people/user-recovery-code.ts';
import { createUserSessionStore } from '../store/tables/people/user-session.ts';
import { createTotpStore } from '../store/tables/people/user-totp.ts';

export const PEOPLE_START = new Date('2026-11-23T12:00:00Z').getTime();
export const TEST_PASSWORD = 'correct horse battery';

/** What the people of the dashboard need, so many milliseconds after the start. */
export function peopleServices(db: Db, ms = 0) {
  const randomBytes = createRandomBytes();
  return {
    audit: createAuditLog(db),
    passkeys: createPasskeyStore(db),
    inBackground: (work: Promise<void>) => void work,
    db,
    randomBytes,
    hash: createKeyedHash(new Uint8Array(32).fill(8)),
    envelope: createEnvelope([{ version: 1, key: new Uint8Array(32).fill(7) }], randomBytes),
    users: createUserStore(db),
    sessions: createUserSessionStore(db),
    totp: createTotpStore(db),
    recoveryCodes: createRecoveryCodeStore(db),
    rateLimiter: createSharedRateLimiter(db),
    now: () => new Date(PEOPLE_START + ms),
  };
}

/** Invites somebody, who accepts with `TEST_PASSWORD`. */
export async function joinAsUser(
  db: Db,
  email: string,
  { companyId = 'acme', role = 'owner' }: { companyId?: string | null; role?: Role } = {},
): Promise<User> {
  const services = peopleServices(db);
  const asked = { companyId, email, name: 'Ana', role };
  const invited = await db.transaction((tx) => inviteUser(tx, asked, services));
  const given = { token: invited?.token ?? '', password: TEST_PASSWORD };
  const user = await acceptInvitation(given, async () => undefined, services);
  if (user === null) throw new Error('nobody was let in');
  return user;
}
