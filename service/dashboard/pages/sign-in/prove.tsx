import type { FC } from 'hono/jsx';
import { proveAgain } from '../../../domain/people/own-security.ts';
import type { Unproved } from '../../../domain/people/sign-in.ts';
import { isSandboxUser } from '../../../sandbox/sandbox-users.ts';
import { ownPath } from '../../framework/back-path.ts';
import { Form, SubmitButton } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { passkeyProof } from '../passkeys/passkey-parts.tsx';
import { CodeField, PasswordField } from './sign-in-fields.tsx';
import { SIGN_IN_WORDS } from './words.ts';

export const PROVE_PAGES: readonly DashboardRoute[] = [
  get('/prove', 'signed-in', (visit, services) =>
    show(visit, services, ownPath(visit.query.get('to')), null),
  ),
  post('/prove', 'signed-in', async (visit, services) => {
    const { signedIn, form } = visit;
    if (signedIn === null) return visit.notFound();
    const given = { password: form.password ?? '', code: form.code ?? '' };
    const outcome = await proveAgain(signedIn, given, callerOf(visit), services);
    const to = ownPath(form.to);
    return outcome === 'proved' ? visit.redirect(to) : show(visit, services, to, outcome);
  }),
];

async function show(visit: Visit, services: DashboardServices, to: string, fault: Unproved | null) {
  return visit.page(
    SIGN_IN_WORDS[visit.language].prove,
    <>
      {await passkeyProof(visit, services, to)}
      <ProveForm visit={visit} to={to} fault={fault} />
      {services.mode === 'sandbox' && isSandboxUser(visit.user) ? (
        <ProveAsPublished visit={visit} to={to} />
      ) : null}
    </>,
    { status: fault === null ? 200 : 400 },
  );
}

type ProveFormProps = { visit: Visit; to: string; fault: Unproved | null };

const ProveForm: FC<ProveFormProps> = ({ visit, to, fault }) => {
  const text = SIGN_IN_WORDS[visit.language];
  const faults = { wrong: text.wrongProof, held: text.unproved.held };
  return (
    <Form action="/prove" visit={visit} class="card narrow">
      <p>{text.proveIntro}</p>
      <input type="hidden" name="to" value={to} />
      <PasswordField label={text.password} error={fault === null ? undefined : faults[fault]} />
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
