import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { AuditLog, AuditSubjects } from '../audit/audit-log.ts';
import { newAuditEntry, SYSTEM_COMPANY } from '../audit/audit-log.ts';
import type { User } from './user.ts';

/** Decision: no acts of the table, since no role allows them: the person's own session does. */
export const PERSONAL_ACTS = [
  'user sign-in',
  'user sign-out',
  'user prove',
  'user accept-invitation',
  'user set-app',
  'user remove-app',
  'user renew-recovery-codes',
  'user change-password',
  'user end-session',
  'user end-sessions',
  'user add-passkey',
  'user rename-passkey',
  'user remove-passkey',
] as const;
export type PersonalAct = (typeof PERSONAL_ACTS)[number];

/**
 * `network`: what limits count by, since one household has many IPv6 addresses; `block`: those that
 * one customer of a provider has. `browser`: what a sign-in before left there, empty where none did.
 */
type Place = { address: string; network: string; block: string };
export type Caller = Place & { userAgent: string; browser: string };

export type PeopleLogServices = { audit: AuditLog; randomBytes: RandomBytes; now: () => Date };

/** Decision: with the address they came from, which nothing else keeps. `code`: of a refusal. */
export async function tellLog(
  told: {
    user: Pick<User, 'id' | 'companyId'>;
    action: PersonalAct;
    caller: Pick<Caller, 'address'>;
    subjects?: AuditSubjects;
    code?: 'WRONG_PASSWORD' | 'WRONG_CODE' | 'TOO_MANY_CODES' | 'COUNTER_WENT_BACK';
  },
  services: PeopleLogServices,
  tx?: Queryable,
): Promise<void> {
  const { user, action, caller, code = null } = told;
  const companyId = user.companyId ?? SYSTEM_COMPANY;
  const subjects = { user: user.id, ...told.subjects, address: caller.address };
  const result = code === null ? 'done' : 'refused';
  const entry = { companyId, actor: user.id, action, subjects, result, code } as const;
  await services.audit.append(newAuditEntry(entry, services), tx);
}
