import type { FC } from 'hono/jsx';
import { readLoginChallenge } from '../../../domain/people/login-challenge.ts';
import { beginTotp, waitingTotp } from '../../../domain/people/second-factor.ts';
import type { Unproved } from '../../../domain/people/sign-in.ts';
import {
  enrolAtSignIn,
  finishSignIn,
  hasSecondFactor,
  secondFactorsOf,
} from '../../../domain/people/sign-in.ts';
import type { User } from '../../../domain/people/user.ts';
import { ownPath } from '../../framework/back-path.ts';
import { Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { AppForm, RecoveryCodes } from './app-form.tsx';
import { letIn } from './let-in.ts';
import { CodeField } from './sign-in-fields.tsx';
import { SIGN_IN_WORDS } from './words.ts';

export const SECOND_PAGES: readonly DashboardRoute[] = [
  get('/sign-in/code', 'anyone', async (visit, services) => {
    const to = ownPath(visit.query.get('to'));
    if ((await halfProvedBy(visit, services)) === null) return startOver(visit, to);
    return showCode(visit, to, null);
  }),
  post('/sign-in/code', 'anyone', async (visit, services) => {
    const to = ownPath(visit.form.to);
    const opened = await finishSignIn(givenBy(visit), callerOf(visit), services);
    if (opened === 'over') return startOver(visit, to);
    if (typeof opened === 'string') return showCode(visit, to, opened);
    return visit.redirect(to, letIn(visit, opened));
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

function showCode(visit: Visit, to: string, fault: Unproved | null): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].secondStep,
    <CodeForm visit={visit} to={to} fault={fault} />,
    { status: fault === null ? 200 : 400 },
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

type CodeFormProps = { visit: Visit; to: string; fault: Unproved | null };

const CodeForm: FC<CodeFormProps> = ({ visit, to, fault }) => {
  const text = SIGN_IN_WORDS[visit.language];
  return (
    <Form action="/sign-in/code" visit={visit} class="card narrow">
      <input type="hidden" name="to" value={to} />
      <CodeField
        label={text.code}
        hint={text.codeHint}
        error={fault === null ? undefined : text.unproved[fault]}
        autofocus
      />
      <div class="actions">
        <SubmitButton>{text.signIn}</SubmitButton>
        <a href={`/sign-in?to=${encodeURIComponent(to)}`}>{text.startOver}</a>
      </div>
    </Form>
  );
};
