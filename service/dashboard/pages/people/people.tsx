import type { FC } from 'hono/jsx';
import type { Role } from '../../../domain/people/roles.ts';
import { isOfService, ROLES } from '../../../domain/people/roles.ts';
import type { ListedUser } from '../../../domain/people/user.ts';
import { ButtonLink } from '../../framework/parts/form.tsx';
import { Facts, StateBadge, Table } from '../../framework/parts/table.tsx';
import { day } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import { WORDS } from './words.ts';

export const PEOPLE_PAGES: readonly DashboardRoute[] = [
  get('/people', 'people.manage', async (visit, services) => {
    const people = await services.users.list(visit.companyId);
    return visit.page(WORDS[visit.language].people, <People visit={visit} people={people} />);
  }),
];

const People: FC<{ visit: Visit; people: readonly ListedUser[] }> = ({ visit, people }) => {
  const text = WORDS[visit.language];
  return (
    <>
      <p>{text.intro}</p>
      <p class="actions">
        <ButtonLink to="/people/invite">{text.invite}</ButtonLink>
      </p>
      <Table
        caption={text.people}
        columns={[text.name, text.email, text.role, text.state, text.since]}
        rows={people.map((person) => [
          <Name person={person} visit={visit} />,
          person.email,
          isCompanyRole(person.role) ? text.roles[person.role] : person.role,
          <State person={person} visit={visit} />,
          day(person.createdAt, visit.language),
        ])}
      />
      <h2>{text.rolesTitle}</h2>
      <Facts facts={COMPANY_ROLES.map((role) => [text.roles[role], text.may[role]] as const)} />
    </>
  );
};

const Name: FC<{ person: ListedUser; visit: Visit }> = ({ person, visit }) => (
  <span>
    <a href={`/people/${person.id}`}>{person.name}</a>
    {person.id === visit.user.id ? ` ${WORDS[visit.language].you}` : null}
  </span>
);

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
