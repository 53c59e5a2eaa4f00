import type { FC } from 'hono/jsx';
import { REMOVE_USER, RENEW_INVITATION, SET_ROLE } from '../../../acts/users.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import type { ListedUser } from '../../../domain/people/user.ts';
import { ActCard, Notice, Select, Way } from '../../framework/parts/form.tsx';
import { Facts } from '../../framework/parts/table.tsx';
import { day, moment } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { showLink } from './invite.tsx';
import { COMPANY_ROLES, isCompanyRole, roleOptions, State } from './people.tsx';
import type { PeopleWords } from './words.ts';
import { WORDS } from './words.ts';

type Refusal = 'own' | 'lastOwner' | 'roleError' | 'hasAccepted';

export const PERSON_PAGES: readonly DashboardRoute[] = [
  get(
    '/people/:user',
    'people.manage',
    (visit, services) => withPerson(visit, services, (person) => show(visit, person)),
    { isFresh: true },
  ),
  post('/people/:user/role', SET_ROLE, (visit, services) =>
    withPerson(visit, services, (person) => {
      const role = COMPANY_ROLES.find((one) => one === visit.form.role);
      if (role === undefined) return show(visit, person, 'roleError');
      return change(visit, person, 'roleSet', () =>
        visit.act(SET_ROLE, { userId: person.id, role }),
      );
    }),
  ),
  post('/people/:user/invitation', RENEW_INVITATION, (visit, services) =>
    withPerson(visit, services, (person) => renew(visit, person)),
  ),
  post('/people/:user/remove', REMOVE_USER, (visit, services) =>
    withPerson(visit, services, (person) =>
      change(visit, person, 'removed', () => visit.act(REMOVE_USER, { userId: person.id })),
    ),
  ),
];

/** Somebody of another company is not found, nor is who was removed. */
async function withPerson(
  visit: Visit,
  { users }: DashboardServices,
  answer: (person: ListedUser) => Promise<Response>,
): Promise<Response> {
  const people = await users.list(visit.companyId);
  const person = people.find(({ id }) => id === visit.params.user);
  return person === undefined ? visit.notFound() : answer(person);
}

/** Decision: nobody changes their own role or removes themselves; that takes another owner. */
async function change(
  visit: Visit,
  person: ListedUser,
  done: keyof Pick<PeopleWords, 'roleSet' | 'removed'>,
  act: () => Promise<unknown>,
): Promise<Response> {
  if (person.id === visit.user.id) return show(visit, person, 'own');
  const acted = await orRefusal(act(), 'ILLEGAL_TRANSITION');
  if (acted instanceof ApiError) return show(visit, person, 'lastOwner');
  return visit.redirect('/people', WORDS[visit.language][done]);
}

async function renew(visit: Visit, person: ListedUser): Promise<Response> {
  const renewal = visit.act(RENEW_INVITATION, { userId: person.id });
  const renewed = await orRefusal(renewal, 'ILLEGAL_TRANSITION');
  if (renewed instanceof ApiError) return show(visit, person, 'hasAccepted');
  return showLink(visit, renewed);
}

function show(visit: Visit, person: ListedUser, refusal: Refusal | null = null): Promise<Response> {
  const status = refusal === null ? 200 : refusal === 'roleError' ? 400 : 409;
  const body = <Person visit={visit} person={person} refusal={refusal} />;
  return visit.page(person.name ?? '', body, { status });
}

const Person: FC<{ visit: Visit; person: ListedUser; refusal: Refusal | null }> = (props) => {
  const { visit, person, refusal } = props;
  const text = WORDS[visit.language];
  const isOwn = person.id === visit.user.id;
  return (
    <>
      {refusal === null || isOwn ? null : <Notice kind="bad">{text[refusal]}</Notice>}
      <Facts
        facts={[
          [text.email, person.email],
          [text.role, isCompanyRole(person.role) ? text.roles[person.role] : person.role],
          [text.state, <State person={person} visit={visit} />],
          [text.since, day(person.createdAt, visit.language)],
          [
            text.linkEnds,
            person.invitationEndsAt && moment(person.invitationEndsAt, visit.language),
          ],
        ]}
      />
      {isOwn ? <Own visit={visit} isRefused={refusal !== null} /> : <Changes {...props} />}
      <Way to="/people">{text.back}</Way>
    </>
  );
};

const Own: FC<{ visit: Visit; isRefused: boolean }> = ({ visit, isRefused }) => {
  const text = WORDS[visit.language];
  return (
    <Notice kind={isRefused ? 'bad' : 'warn'}>
      <strong>{text.ownTitle}</strong>
      <br />
      {text.own}
    </Notice>
  );
};

const Changes: FC<{ visit: Visit; person: ListedUser }> = ({ visit, person }) => {
  const text = WORDS[visit.language];
  const here = `/people/${person.id}`;
  return (
    <>
      {person.state === 'invited' ? (
        <ActCard
          title={text.renew}
          text={text.renewText}
          action={`${here}/invitation`}
          visit={visit}
        />
      ) : null}
      <ActCard title={text.setRole} action={`${here}/role`} visit={visit}>
        <Select name="role" label={text.newRole} value={person.role} options={roleOptions(visit)} />
      </ActCard>
      <ActCard
        title={text.remove}
        text={text.removeText}
        action={`${here}/remove`}
        visit={visit}
        danger
      />
    </>
  );
};
