import type { Account } from '../accounts/account.ts';
import type { CredentialStore } from '../accounts/credential.ts';
import { keyIdOf } from '../accounts/credential.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Payout } from './payout.ts';

/** Decision: a day, in which the others of a company see who came in and what waits for them. */
export const LET_IN_MS = 24 * 60 * 60_000;

/** What lets a person in, as the audit log has it; who renews an invitation is shown its link. */
const LETTING_IN = ['user invite', 'user renew-invitation', 'user set-role'] as const;

export type FourEyesServices = {
  audit: Pick<AuditLog, 'listBy'>;
  credentials: Pick<CredentialStore, 'list'>;
  now: () => Date;
};

export type FourEyesRule = 'own_request' | 'own_key' | 'let_in_by_asker';

/**
 * Which rule keeps somebody (`by`) from approving a payout under four eyes; null where none does. A
 * key counts as who made it. Decision: what is older than its asker's name is kept may be approved by
 * anybody, and what a key of nobody known asked for by all but that key. Decision: whom the asker let
 * in is looked at, not who let the asker in: who is new may ask at once, and who invited them approves.
 */
export async function fourEyesRule(
  { companyId, traits }: Pick<Account, 'companyId' | 'traits'>,
  { createdBy }: Pick<Payout, 'createdBy'>,
  by: string,
  { audit, credentials, now }: FourEyesServices,
): Promise<FourEyesRule | null> {
  if (!traits.fourEyes || createdBy === null) return null;
  if (createdBy === by) return 'own_request';
  const keys = await credentials.list(companyId);
  const makerOf = (id: string) => keys.find((key) => keyIdOf(key) === id)?.createdBy ?? id;
  const askers = [createdBy, makerOf(createdBy)];
  const approvers = [by, makerOf(by)];
  if (approvers.some((one) => askers.includes(one))) return 'own_key';
  const after = new Date(now().getTime() - LET_IN_MS);
  const acts = await audit.listBy({ companyId, actors: askers, actions: LETTING_IN, after });
  const isLetIn = acts.some(
    ({ result, subjects }) => result === 'done' && approvers.includes(String(subjects.user)),
  );
  return isLetIn ? 'let_in_by_asker' : null;
}
