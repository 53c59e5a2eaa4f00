import type { FC } from 'hono/jsx';
import type { Role } from '../../../domain/people/roles.ts';
import { isOfService, ROLES } from '../../../domain/people/roles.ts';
import type { ListedUser } from '../../../domain/people/user.ts';
import { StateBadge } from '../../framework/parts/table.tsx';
import type { Visit } from '../../framework/route.ts';
import { WORDS } from './words.ts';

export type CompanyRole = Exclude<Role, 'operator'>;

export const COMPANY_ROLES: readonly CompanyRole[] = ROLES.filter(isCompanyRole);

export function isCompanyRole(role: Role): role is CompanyRole {
  return !isOfService(role);
}

export function roleOptions(visit: Visit): { value: string; label: string }[] {
  const { roles } = WORDS[visit.language];
  return COMPANY_ROLES.map((role) => ({ value: role, label: roles[role] }));
}

export const State: FC<{ person: ListedUser; visit: Visit }> = ({ person, visit }) => {
  const { states } = WORDS[visit.language];
  if (hasExpired(person, visit)) return <StateBadge kind="bad">{states.expired}</StateBadge>;
  const kind = person.state === 'active' ? 'good' : 'warn';
  return <StateBadge kind={kind}>{states[person.state]}</StateBadge>;
};

function hasExpired({ invitationEndsAt }: ListedUser, { now }: Visit): boolean {
  return invitationEndsAt !== null && invitationEndsAt <= now;
}
