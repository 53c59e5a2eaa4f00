import type { FC } from 'hono/jsx';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import type { Queryable } from '../../../base/shared/db.ts';
import { acceptInvitation, findInvited } from '../../../domain/people/invitation.ts';
import { makeLoginChallenge } from '../../../domain/people/login-challenge.ts';
import { tellLog } from '../../../domain/people/people-log.ts';
import type { User } from '../../../domain/people/user.ts';
import { Field, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { NewPasswordFault } from './sign-in-fields.tsx';
import { NewPasswordFields } from './sign-in-fields.tsx';
import { SIGN_IN_WORDS } from './words.ts';

/**
 * Where an invitation leads. Its token leaves the address at once, into a cookie of a quarter of an
 * hour: addresses are kept by browsers and shown to others.
 */
export const INVITATION_PAGES: readonly DashboardRoute[] = [
  get('/invitations/:token', 'anyone', async (visit) => {
    visit.cookies.write('invitation', visit.params.token ?? '');
    return visit.redirect('/invitation');
  }),
  get('/invitation', 'anyone', async (visit, services) => {
    const user = await findInvited(visit.cookies.read('invitation') ?? '', services);
    return user === null ? showOver(visit) : show(visit, user);
  }),
  post('/invitation', 'anyone', async (visit, services) => {
    const { password = '', repeat } = visit.form;
    const token = visit.cookies.read('invitation') ?? '';
    const invited = await findInvited(token, services);
    if (invited === null) return showOver(visit);
    if (password !== repeat) return show(visit, invited, 'notSame');
    const accepted = await accept(visit, { token, password }, services);
    if (accepted === 'badPassword') return show(visit, invited, accepted);
    const loginChallenge =
      accepted === null ? null : await makeLoginChallenge(accepted.id, services);
    if (loginChallenge === null) return showOver(visit);
    visit.cookies.forget('invitation');
    visit.cookies.write('sign-in', loginChallenge);
    return visit.redirect('/sign-in/enrol');
  }),
];

function show(visit: Visit, user: User, fault?: NewPasswordFault): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].invitation,
    <InvitationForm visit={visit} user={user} fault={fault} />,
    { status: fault === undefined ? 200 : 400 },
  );
}

async function accept(
  visit: Visit,
  given: { token: string; password: string },
  services: DashboardServices,
): Promise<User | 'badPassword' | null> {
  const told = { action: 'user accept-invitation', caller: callerOf(visit) } as const;
  const tell = (tx: Queryable, user: User) => tellLog({ ...told, user }, services, tx);
  const accepted = await orRefusal(acceptInvitation(given, tell, services), 'INVALID_DATA');
  return accepted instanceof ApiError ? 'badPassword' : accepted;
}

function showOver(visit: Visit): Promise<Response> {
  const text = SIGN_IN_WORDS[visit.language];
  return visit.page(text.invitationOver, <p>{text.invitationOverText}</p>, { status: 404 });
}

const InvitationForm: FC<{ visit: Visit; user: User; fault: NewPasswordFault | undefined }> = ({
  visit,
  user,
  fault,
}) => {
  const text = SIGN_IN_WORDS[visit.language];
  return (
    <Form action="/invitation" visit={visit} class="card narrow">
      <p>{`${text.welcome}, ${user.name ?? ''}. ${text.choosePassword}`}</p>
      <Field
        name="email"
        label={text.email}
        type="email"
        autocomplete="username"
        value={user.email ?? ''}
        readonly
      />
      <NewPasswordFields label={text.password} language={visit.language} fault={fault} />
      <SubmitButton>{text.goOn}</SubmitButton>
    </Form>
  );
};
