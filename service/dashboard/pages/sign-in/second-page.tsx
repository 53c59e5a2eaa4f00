import type { FC } from 'hono/jsx';
import { readHalfProof } from '../../../domain/people/half-proof.ts';
import { beginTotp, waitingTotp } from '../../../domain/people/second-factor.ts';
import type { SignedInNow } from '../../../domain/people/sign-in.ts';
import {
  enrolAtSignIn,
  finishSignIn,
  hasSecondFactor,
  secondFactorsOf,
} from '../../../domain/people/sign-in.ts';
import type { User } from '../../../domain/people/user.ts';
import { ownPath } from '../../framework/back-path.ts';
import { Field, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { AppForm } from './app-form.tsx';
import { callerOf } from './caller.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SIGN_IN_WORDS } from './words.ts';

/** The second page of signing in: a code, or the app that makes codes where there is none yet. */
export function secondPages(services: DashboardServices): readonly DashboardRoute[] {
  return [...codePages(services), ...enrolPages(services)];
}

function codePages(services: DashboardServices): readonly DashboardRoute[] {
  const show = (visit: Visit, to: string, isWrong: boolean) =>
    visit.page(
      SIGN_IN_WORDS[visit.language].secondStep,
      <CodeForm visit={visit} to={to} isWrong={isWrong} />,
      { status: isWrong ? 400 : 200 },
    );
  return [
    {
      method: 'GET',
      path: '/sign-in/code',
      act: 'anyone',
      async run(visit) {
        const to = ownPath(visit.query.get('to'));
        if ((await halfProvedBy(visit, services)) === null) return startOver(visit, to);
        return show(visit, to, false);
      },
    },
    {
      method: 'POST',
      path: '/sign-in/code',
      act: 'anyone',
      async run(visit) {
        const to = ownPath(visit.form.to);
        const given = {
          halfProof: visit.cookies.read('sign-in') ?? '',
          code: visit.form.code ?? '',
        };
        const opened = await finishSignIn(given, callerOf(visit), services);
        if (opened === 'over') return startOver(visit, to);
        if (opened === 'wrong') return show(visit, to, true);
        letIn(visit, opened);
        return visit.redirect(to);
      },
    },
  ];
}

function enrolPages(services: DashboardServices): readonly DashboardRoute[] {
  const show = (
    visit: Visit,
    { user, secret, to }: { user: User; secret: Uint8Array; to: string },
    isWrong: boolean,
  ) =>
    visit.page(
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
  return [
    {
      method: 'GET',
      path: '/sign-in/enrol',
      act: 'anyone',
      async run(visit) {
        const to = ownPath(visit.query.get('to'));
        const user = await halfProvedBy(visit, services);
        if (user === null) return startOver(visit, to);
        if (hasSecondFactor(await secondFactorsOf(user.id, services))) {
          return visit.redirect(`/sign-in/code?to=${encodeURIComponent(to)}`);
        }
        const secret = await beginTotp(user.id, services);
        return secret === null ? startOver(visit, to) : show(visit, { user, secret, to }, false);
      },
    },
    {
      method: 'POST',
      path: '/sign-in/enrol',
      act: 'anyone',
      async run(visit) {
        const to = ownPath(visit.form.to);
        const given = {
          halfProof: visit.cookies.read('sign-in') ?? '',
          code: visit.form.code ?? '',
        };
        const opened = await enrolAtSignIn(given, callerOf(visit), services);
        if (opened === 'over') return startOver(visit, to);
        if (opened === 'wrong') {
          const user = await halfProvedBy(visit, services);
          const secret = user === null ? null : await waitingTotp(user.id, services);
          if (user === null || secret === null) return startOver(visit, to);
          return show(visit, { user, secret, to }, true);
        }
        letIn(visit, opened);
        return visit.page(
          SIGN_IN_WORDS[visit.language].saveCodes,
          <RecoveryCodes visit={visit} codes={opened.recoveryCodes} to={to} />,
        );
      },
    },
  ];
}

/** Whose password the browser has proved in the last five minutes. */
function halfProvedBy(visit: Visit, services: DashboardServices): Promise<User | null> {
  return readHalfProof(visit.cookies.read('sign-in') ?? '', services);
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
      <Field
        name="code"
        label={text.code}
        hint={text.codeHint}
        autocomplete="one-time-code"
        maxlength={20}
        spellcheck={false}
        error={isWrong ? text.wrongCode : undefined}
        autofocus
        required
      />
      <div class="actions">
        <SubmitButton>{text.signIn}</SubmitButton>
        <a href={`/sign-in?to=${encodeURIComponent(to)}`}>{text.startOver}</a>
      </div>
    </Form>
  );
};
