import type { FC } from 'hono/jsx';
import { proveAgain } from '../../../domain/people/own-security.ts';
import type { Role } from '../../../domain/people/roles.ts';
import { beginSignIn } from '../../../domain/people/sign-in.ts';
import {
  SANDBOX_PASSWORD,
  SANDBOX_TOTP_SECRET,
  SANDBOX_USERS,
} from '../../../sandbox/published-users.ts';
import {
  isSandboxUser,
  proveAsPublished,
  signInAsPublished,
} from '../../../sandbox/sandbox-users.ts';
import { Field, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { DashboardRoute, DashboardServices, Visit } from '../../framework/route.ts';
import { callerOf, get, ownPath, post } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { passkeyProof, passkeySignIn } from '../passkeys/passkey-parts.tsx';
import { isCompanyRole } from '../people/people.tsx';
import { WORDS as PEOPLE_WORDS } from '../people/words.ts';
import { CodeField, PasswordField } from './sign-in-fields.tsx';
import { SIGN_IN_WORDS } from './words.ts';

export const PASSWORD_PAGES: readonly DashboardRoute[] = [
  get('/sign-in', 'anyone', async (visit, services) => {
    const to = ownPath(visit.query.get('to'));
    return visit.signedIn === null ? show(visit, services, { email: '', to }) : visit.redirect(to);
  }),
  post('/sign-in', 'anyone', async (visit, services) => {
    const { email = '', password = '' } = visit.form;
    const to = ownPath(visit.form.to);
    const begun = await beginSignIn({ email, password }, callerOf(visit), services);
    if (begun === null) return show(visit, services, { email, to }, true);
    visit.cookies.write('sign-in', begun.loginChallenge);
    return visit.redirect(`/sign-in/${begun.next}?to=${encodeURIComponent(to)}`);
  }),
];

async function show(
  visit: Visit,
  services: DashboardServices,
  form: PasswordFormProps['form'],
  isWrong = false,
): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].signIn,
    <>
      {await passkeySignIn(visit, services, form.to)}
      <PasswordForm visit={visit} form={form} isWrong={isWrong} />
      {services.mode === 'sandbox' ? <PublishedPeople visit={visit} to={form.to} /> : null}
    </>,
    { status: isWrong ? 400 : 200 },
  );
}

type PasswordFormProps = { visit: Visit; form: { email: string; to: string }; isWrong: boolean };

const PasswordForm: FC<PasswordFormProps> = ({ visit, form, isWrong }) => {
  const text = SIGN_IN_WORDS[visit.language];
  return (
    <Form action="/sign-in" visit={visit} class="card narrow">
      <input type="hidden" name="to" value={form.to} />
      <Field
        name="email"
        label={text.email}
        type="email"
        autocomplete="username webauthn"
        maxlength={254}
        value={form.email}
        required
      />
      <PasswordField label={text.password} error={isWrong ? text.wrongPassword : undefined} />
      <SubmitButton>{text.goOn}</SubmitButton>
      <p class="hint">{text.forgotten}</p>
    </Form>
  );
};

export const PROVE_PAGES: readonly DashboardRoute[] = [
  get('/prove', 'signed-in', (visit, services) =>
    showProof(visit, services, ownPath(visit.query.get('to')), false),
  ),
  post('/prove', 'signed-in', async (visit, services) => {
    const { signedIn, form } = visit;
    if (signedIn === null) return visit.notFound();
    const given = { password: form.password ?? '', code: form.code ?? '' };
    const isProved = await proveAgain(signedIn, given, callerOf(visit), services);
    const to = ownPath(form.to);
    return isProved ? visit.redirect(to) : showProof(visit, services, to, true);
  }),
];

async function showProof(
  visit: Visit,
  services: DashboardServices,
  to: string,
  isWrong: boolean,
): Promise<Response> {
  return visit.page(
    SIGN_IN_WORDS[visit.language].prove,
    <>
      {await passkeyProof(visit, services, to)}
      <ProveForm visit={visit} to={to} isWrong={isWrong} />
      {services.mode === 'sandbox' && isSandboxUser(visit.user) ? (
        <ProveAsPublished visit={visit} to={to} />
      ) : null}
    </>,
    { status: isWrong ? 400 : 200 },
  );
}

const ProveForm: FC<{ visit: Visit; to: string; isWrong: boolean }> = ({ visit, to, isWrong }) => {
  const text = SIGN_IN_WORDS[visit.language];
  return (
    <Form action="/prove" visit={visit} class="card narrow">
      <p>{text.proveIntro}</p>
      <input type="hidden" name="to" value={to} />
      <PasswordField label={text.password} error={isWrong ? text.wrongProof : undefined} />
      <CodeField label={text.code} hint={text.codeHint} />
      <SubmitButton>{text.confirm}</SubmitButton>
    </Form>
  );
};

const ProveAsPublished: FC<{ visit: Visit; to: string }> = ({ visit, to }) => (
  <Form action="/prove/as" visit={visit}>
    <input type="hidden" name="to" value={to} />
    <button type="submit" class="outline">
      {`${SIGN_IN_WORDS[visit.language].confirmAs} ${visit.user.name ?? ''}`}
    </button>
  </Form>
);

const OPERATOR = words(['Operação do serviço', 'Operator of the service']);

/** The published people of a sandbox enter and prove themselves with one press; nobody else can. */
export const PUBLISHED_PAGES: readonly DashboardRoute[] = [
  post('/sign-in/as', 'anyone', async (visit, services) => {
    const caller = callerOf(visit);
    const opened = await signInAsPublished(visit.form.email ?? '', caller, services);
    if (opened === null) return visit.notFound();
    visit.cookies.write('session', opened.token);
    return visit.redirect(ownPath(visit.form.to));
  }),
  post('/prove/as', 'signed-in', async (visit, services) => {
    const { signedIn } = visit;
    if (signedIn === null || !isSandboxUser(signedIn.user)) return visit.notFound();
    await proveAsPublished(signedIn, callerOf(visit), services);
    return visit.redirect(ownPath(visit.form.to));
  }),
];

export const PublishedPeople: FC<{ visit: Visit; to: string }> = ({ visit, to }) => {
  const text = SIGN_IN_WORDS[visit.language];
  return (
    <section class="card" aria-labelledby="published">
      <h2 id="published">{text.published}</h2>
      <p>{text.publishedIntro}</p>
      <ul class="published">
        {SANDBOX_USERS.map(({ email, name, role }) => (
          <li>
            <Form action="/sign-in/as" visit={visit}>
              <input type="hidden" name="to" value={to} />
              <button type="submit" class="outline" name="email" value={email}>
                {`${text.enterAs} ${name} (${roleName(role, visit.language)})`}
              </button>
            </Form>
            <span class="hint">{email}</span>
          </li>
        ))}
      </ul>
      <p class="hint">
        {text.publishedSecret}: <code>{SANDBOX_PASSWORD}</code>; {text.publishedTotp}:{' '}
        <code>{SANDBOX_TOTP_SECRET}</code>
      </p>
    </section>
  );
};

function roleName(role: Role, language: Language): string {
  return isCompanyRole(role) ? PEOPLE_WORDS[language].roles[role] : OPERATOR[language];
}
