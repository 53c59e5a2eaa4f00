import type { FC } from 'hono/jsx';
import { ApiError } from '../../../base/shared/api-error.ts';
import { acceptInvitation, findInvited } from '../../../domain/people/invitation.ts';
import { makeLoginChallenge, readLoginChallenge } from '../../../domain/people/login-challenge.ts';
import { tellLog } from '../../../domain/people/people-log.ts';
import { beginTotp, waitingTotp } from '../../../domain/people/second-factor.ts';
import type { SignedInNow } from '../../../domain/people/sign-in.ts';
import {
  enrolAtSignIn,
  finishSignIn,
  hasSecondFactor,
  secondFactorsOf,
} from '../../../domain/people/sign-in.ts';
import type { User } from '../../../domain/people/user.ts';
import { Field, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { DashboardRoute, DashboardServices, Visit } from '../../framework/route.ts';
import { callerOf, get, ownPath, post } from '../../framework/route.ts';
import type { NewPasswordFault } from './sign-in-fields.tsx';
import { AppForm, CodeField, NewPasswordFields, RecoveryCodes } from './sign-in-fields.tsx';
import { SIGN_IN_WORDS } from './words.ts';

export const SECOND_PAGES: readonly DashboardRoute[] = [
  get('/sign-in/code', 'anyone', async (visit, services) => {
    const to = ownPath(visit.query.get('to'));
    if ((await halfProvedBy(visit, services)) === null) return startOver(visit, to);
    return showCode(visit, to, false);
  }),
  post('/sign-in/code', 'anyone', async (visit, services) => {
    const to = ownPath(visit.form.to);
    const opened = await finishSignIn(givenBy(visit), callerOf(visit), services);
    if (opened === 'over') return startOver(visit, to);
    if (opened === 'wrong') return showCode(visit, to, true);
    letIn(visit, opened);
    return visit.redirect(to);
  }),
  get('/sign-in/enrol', 'anyone', async (visit, services) => {
    const to = ownPath(visit.query.get('to'));
    const user = await halfProvedBy(visit, services);
    if (user === null) return startOver(visit, to);
    if (hasSecondFactor(await secondFactorsOf(user.id, services))) {
      return visit.redirect(`/sign-in/code?to=${encodeURIComponent(to)}`);
    }
    const secret = await beginTotp(user.id, services);
    return secret === null ? startOver(visit, to) : showApp(visit, { user, secret, to }, false);
  }),
  post('/sign-in/enrol', 'anyone', async (visit, services) => {
    const to = ownPath(visit.form.to);
    const opened = await enrolAtSignIn(givenBy(visit), callerOf(visit), services);
    if (opened === 'over') return startOver(visit, to);
    if (opened === 'wrong') {
      const user = await halfProvedBy(visit, services);
      const secret = user === null ? null : await waitingTotp(user.id, services);
      if (user === null || secret === null) return startOver(visit, to);
      return showApp(visit, { user, secret, to }, true);
    }
    letIn(visit, opened);
    return visit.page(
      SIGN_IN_WORDS[visit.language].saveCodes,
      <RecoveryCodes visit={visit} codes={opened.recoveryCodes} to={to} />,
    );
  }),
];

function showCode(visit: Visit, to: string, isWrong: boolean): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].secondStep,
    <CodeForm visit={visit} to={to} isWrong={isWrong} />,
    { status: isWrong ? 400 : 200 },
  );
}

function showApp(
  visit: Visit,
  { user, secret, to }: { user: User; secret: Uint8Array; to: string },
  isWrong: boolean,
): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].setUp,
    <AppForm
      visit={visit}
      action="/sign-in/enrol"
      to={to}
      email={user.email ?? ''}
      secret={secret}
      isWrong={isWrong}
    />,
    { status: isWrong ? 400 : 200 },
  );
}

/** Whose password the browser has proved in the last five minutes. */
function halfProvedBy(visit: Visit, services: DashboardServices): Promise<User | null> {
  return readLoginChallenge(visit.cookies.read('sign-in') ?? '', services);
}

function givenBy({ cookies, form }: Visit) {
  return { loginChallenge: cookies.read('sign-in') ?? '', code: form.code ?? '' };
}

function startOver(visit: Visit, to: string): Response {
  visit.cookies.forget('sign-in');
  const path = `/sign-in?to=${encodeURIComponent(to)}`;
  return visit.redirect(path, SIGN_IN_WORDS[visit.language].over);
}

function letIn(visit: Visit, { token }: SignedInNow): void {
  visit.cookies.forget('sign-in');
  visit.cookies.write('session', token);
}

const CodeForm: FC<{ visit: Visit; to: string; isWrong: boolean }> = ({ visit, to, isWrong }) => {
  const text = SIGN_IN_WORDS[visit.language];
  return (
    <Form action="/sign-in/code" visit={visit} class="card narrow">
      <input type="hidden" name="to" value={to} />
      <CodeField
        label={text.code}
        hint={text.codeHint}
        error={isWrong ? text.wrongCode : undefined}
        autofocus
      />
      <div class="actions">
        <SubmitButton>{text.signIn}</SubmitButton>
        <a href={`/sign-in?to=${encodeURIComponent(to)}`}>{text.startOver}</a>
      </div>
    </Form>
  );
};

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
  try {
    return await acceptInvitation(
      given,
      (tx, user) => tellLog({ ...told, user }, services, tx),
      services,
    );
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_DATA') return 'badPassword';
    throw error;
  }
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
