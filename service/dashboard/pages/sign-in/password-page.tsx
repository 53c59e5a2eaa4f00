import type { FC } from 'hono/jsx';
import { beginSignIn } from '../../../domain/people/sign-in.ts';
import { ownPath } from '../../framework/back-path.ts';
import { Field, Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { passkeySignIn } from '../passkeys/passkey-parts.tsx';
import { PublishedPeople } from './published-people.tsx';
import { PasswordField } from './sign-in-fields.tsx';
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
