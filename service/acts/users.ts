import * as z from 'zod/mini';
import { emailSchema, lineOfText } from '../../contract/text.ts';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { inviteUser, renewInvitation } from '../domain/people/invitation.ts';
import type { Role } from '../domain/people/roles.ts';
import { isOfService, ROLES } from '../domain/people/roles.ts';
import type { User, UserStore } from '../domain/people/user.ts';
import { removeUser, setUserRole } from '../domain/people/user.ts';
import type { ActContext } from './act.ts';
import { defineAct, logged, look, OF_COMPANY, provenChange, unknown, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import { COMPANY_ID, idOf, optional, plain } from './values.ts';

const USER_ID = idOf('usr', '[\\w-]{22}');
const OF_PEOPLE = {
  companyId: logged(
    optional(COMPANY_ID),
    'the id of the company; none for operators of the service',
  ),
};
const OF_PERSON = { ...OF_PEOPLE, userId: logged(USER_ID, 'the id, from "user list"') };
const PERSON = {
  email: unlogged(
    plain(emailSchema),
    'the e-mail address of the person, one over the whole service; - reads it from the input',
    { mayBeRead: true },
  ),
  name: unlogged(plain(lineOfText(150)), 'how the person is called'),
};
const ROLE = logged(plain(z.enum(ROLES)), ROLES.join(', '));

export const INVITE_USER = defineAct({
  ...provenChange('user.invite', 'user invite', 'people.manage'),
  summary: 'invites a person to the dashboard and shows the link that lets them in, this once',
  fields: { ...OF_PEOPLE, ...PERSON, role: ROLE },
  run: invite,
});

export const INVITE_OWNER = defineAct({
  ...provenChange('user.invite-owner', 'user invite', 'companies.manage'),
  summary: 'invites an owner of a company, who lets in all the others of it',
  fields: { ...OF_COMPANY, ...PERSON },
  run: (asked, context) => invite({ ...asked, role: 'owner' }, context),
});

export const RENEW_INVITATION = defineAct({
  ...provenChange('user.renew-invitation', 'user renew-invitation', 'people.manage'),
  summary: 'shows a new link for somebody who has not accepted yet; the one before ends',
  fields: OF_PERSON,
  async run({ companyId, userId }, { trail, services: open }) {
    const services = await open();
    const found = await findUser(userId, companyId, services);
    const { token, endsAt } = await services.db.transaction(async (tx) => {
      const made = await renewInvitation(tx, found, services);
      if (made === null) {
        throw new ApiError('ILLEGAL_TRANSITION', 'This person has accepted an invitation.', {
          details: [errorDetail('', 'done_already')],
        });
      }
      await trail.record(tx);
      return made;
    });
    return { userId, link: linkOf(token, services), endsAt };
  },
});

export const LIST_USERS = defineAct({
  ...look('user.list', 'user list', 'people.manage'),
  summary: 'lists the people of a company, or the operators of the service',
  fields: OF_PEOPLE,
  async run({ companyId }, { services: open }) {
    const services = await open();
    if (companyId !== undefined) await findCompany(companyId, services);
    return services.users.list(companyId ?? null);
  },
});

export const SET_ROLE = defineAct({
  ...provenChange('user.set-role', 'user set-role', 'people.manage'),
  summary: 'gives a person another role; a company keeps at least one owner',
  fields: { ...OF_PERSON, role: ROLE },
  async run({ companyId, userId, role }, { trail, services: open }) {
    const services = await open();
    const found = await findUser(userId, companyId, services);
    const was = await services.db.transaction(async (tx) => {
      const before = await setUserRole(tx, found, role, services);
      if (before === null) throw unknown('user');
      await trail.record(tx, { subjects: { was: before } });
      return before;
    });
    return { userId, role, was };
  },
});

export const REMOVE_USER = defineAct({
  ...provenChange('user.remove', 'user remove', 'people.manage'),
  summary: 'ends all sessions of a person and erases who they were; not of the last owner',
  fields: OF_PERSON,
  async run({ companyId, userId }, { trail, services: open }) {
    const services = await open();
    const found = await findUser(userId, companyId, services);
    await services.db.transaction(async (tx) => {
      if (!(await removeUser(tx, found, services))) throw unknown('user');
      await trail.record(tx);
    });
    return { userId };
  },
});

export const USER_ACTS = [
  INVITE_USER,
  INVITE_OWNER,
  RENEW_INVITATION,
  LIST_USERS,
  SET_ROLE,
  REMOVE_USER,
] as const;

type Invited = { companyId: string | undefined; email: string; name: string; role: Role };

async function invite(
  { companyId, role, ...person }: Invited,
  { trail, services: open }: ActContext,
): Promise<{ user: User; link: string; endsAt: Date }> {
  const services = await open();
  if (isOfService(role) && companyId !== undefined) throw invalidField('company', 'left_out');
  if (!isOfService(role) && companyId === undefined) throw invalidField('company', 'required');
  if (companyId !== undefined) await findCompany(companyId, services);
  const invited = { ...person, companyId: companyId ?? null, role };
  const { user, token, endsAt } = await services.db.transaction(async (tx) => {
    const made = await inviteUser(tx, invited, services);
    if (made === null) throw invalidField('email', 'in_use');
    await trail.record(tx, { subjects: { user: made.user.id, role } });
    return made;
  });
  return { user, link: linkOf(token, services), endsAt };
}

/** 404 of `user` for one of another company, as for one who is not there. */
async function findUser(
  id: string,
  companyId: string | undefined,
  { users }: { users: UserStore },
): Promise<User> {
  const found = await users.find(id);
  if (found === null || found.companyId !== (companyId ?? null)) throw unknown('user');
  return found;
}

function linkOf(token: string, { dashboardUrl }: { dashboardUrl: () => string }): string {
  return `${dashboardUrl()}/invitations/${token}`;
}
