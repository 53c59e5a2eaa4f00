import * as z from 'zod/mini';
import { lineOfText } from '../../contract/text.ts';
import { findCompany } from '../acts/find-company.ts';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { removeUser, setUserRole } from '../domain/people/change-user.ts';
import { inviteUser, renewInvitation } from '../domain/people/invitation.ts';
import { isOfService, ROLES } from '../domain/people/roles.ts';
import type { ListedUser, User, UserStore } from '../domain/people/user.ts';
import type { Command, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { companyIdOption, logged, unlogged } from './options.ts';

const COMPANY = logged(
  z.optional(companyIdOption),
  'the id of the company; none for operators of the service',
);

const ROLE = logged(z.enum(ROLES, `must be one of ${ROLES.join(', ')}`), ROLES.join(', '));
const USER = logged(
  z.string().check(z.regex(/^usr_[\w-]{22}$/, 'must be an id of "user list"')),
  'the id, from "user list"',
);

const ONCE = 'The link works once; it is kept nowhere and cannot be shown again.';

/** Commands for the people of the dashboard. The log is told their ids, never who they are. */
export const USER_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'user invite',
    summary: 'invites a person to the dashboard and shows the link that lets them in, this once',
    isAct: true,
    options: {
      company: COMPANY,
      email: unlogged(
        z.email('must be an e-mail address').check(z.maxLength(254, 'must be an e-mail address')),
        'the e-mail address of the person, one over the whole service; - reads it from the input',
        { mayBeRead: true },
      ),
      name: unlogged(lineOfText(150), 'how the person is called'),
      role: ROLE,
    },
    async run({ company, email, name, role }, { trail, services: open }) {
      const services = await open();
      const companyId = company ?? null;
      if (isOfService(role) && companyId !== null) {
        throw invalidField('company', 'must be left out: an operator is of the service');
      }
      if (!isOfService(role) && companyId === null) {
        throw invalidField('company', 'must be given for this role');
      }
      if (companyId !== null) await findCompany(companyId, services);
      const invited = await services.db.transaction(async (tx) => {
        const made = await inviteUser(tx, { companyId, email, name, role }, services);
        if (made === null) throw invalidField('email', 'is somebody of the dashboard already');
        await trail.record(tx, { subjects: { user: made.user.id } });
        return made;
      });
      const { user, token, endsAt } = invited;
      const link = linkOf(token, services);
      return {
        content: { record: { ...rowOf(user), link, endsAt: endsAt.toISOString() } },
        notes: [ONCE],
      };
    },
  }),
  defineCommand({
    name: 'user renew-invitation',
    summary: 'shows a new link for somebody who has not accepted yet; the one before ends',
    isAct: true,
    options: { company: COMPANY, user: USER },
    async run({ company, user }, { trail, services: open }) {
      const services = await open();
      const found = await findUser(user, company, services);
      const renewed = await services.db.transaction(async (tx) => {
        const made = await renewInvitation(tx, found, services);
        if (made === null) {
          throw new ApiError('ILLEGAL_TRANSITION', 'This person has accepted an invitation.');
        }
        await trail.record(tx);
        return made;
      });
      const link = linkOf(renewed.token, services);
      return {
        content: { record: { user, link, endsAt: renewed.endsAt.toISOString() } },
        notes: [ONCE],
      };
    },
  }),
  defineCommand({
    name: 'user list',
    summary: 'lists the people of a company, or the operators of the service',
    isAct: false,
    options: { company: COMPANY },
    async run({ company }, { services: open }) {
      const services = await open();
      if (company !== undefined) await findCompany(company, services);
      const people = await services.users.list(company ?? null);
      return { content: { rows: people.map(listedRow) } };
    },
  }),
  defineCommand({
    name: 'user set-role',
    summary: 'gives a person another role; a company keeps at least one owner',
    isAct: true,
    options: { company: COMPANY, user: USER, role: ROLE },
    async run({ company, user, role }, { trail, services: open }) {
      const services = await open();
      const found = await findUser(user, company, services);
      const was = await services.db.transaction(async (tx) => {
        const before = await setUserRole(tx, found, role, services);
        if (before === null) throw unknown('user');
        await trail.record(tx, { subjects: { was: before } });
        return before;
      });
      return { content: { record: { user, role, was } } };
    },
  }),
  defineCommand({
    name: 'user remove',
    summary: 'ends all sessions of a person and erases who they were; not of the last owner',
    isAct: true,
    options: { company: COMPANY, user: USER },
    async run({ company, user }, { trail, services: open }) {
      const services = await open();
      const found = await findUser(user, company, services);
      await services.db.transaction(async (tx) => {
        if (!(await removeUser(tx, found, services))) throw unknown('user');
        await trail.record(tx);
      });
      return { content: { record: { user, removed: true } } };
    },
  }),
];

/** 404 of `user` for one of another company, as for one who is not there. */
async function findUser(
  id: string,
  company: string | undefined,
  { users }: { users: UserStore },
): Promise<User> {
  const found = await users.find(id);
  if (found === null || found.companyId !== (company ?? null)) throw unknown('user');
  return found;
}

function linkOf(token: string, { dashboardUrl }: { dashboardUrl: () => string }): string {
  return `${dashboardUrl()}/invitations/${token}`;
}

function listedRow({ invitationEndsAt, ...user }: ListedUser): Row {
  return { ...rowOf(user), invitationEndsAt: invitationEndsAt?.toISOString() ?? null };
}

function rowOf({ id, companyId, email, name, role, state, createdAt }: User): Row {
  const at = createdAt.toISOString();
  return { user: id, company: companyId, email, name, role, state, createdAt: at };
}
