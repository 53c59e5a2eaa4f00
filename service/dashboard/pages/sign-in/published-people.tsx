import type { FC } from 'hono/jsx';
import type { Role } from '../../../domain/people/roles.ts';
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
import { ownPath } from '../../framework/back-path.ts';
import { Form } from '../../framework/parts/form.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { callerOf, post } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { isCompanyRole } from '../people/people.tsx';
import { WORDS as PEOPLE_WORDS } from '../people/words.ts';
import { letIn } from './let-in.ts';
import { SIGN_IN_WORDS } from './words.ts';

const OPERATOR = words(['Operação do serviço', 'Operator of the service']);

/** The published people of a sandbox enter and prove themselves with one press; nobody else can. */
export const PUBLISHED_PAGES: readonly DashboardRoute[] = [
  post('/sign-in/as', 'anyone', async (visit, services) => {
    const caller = callerOf(visit);
    const opened = await signInAsPublished(visit.form.email ?? '', caller, services);
    if (opened === null) return visit.notFound();
    return visit.redirect(ownPath(visit.form.to), letIn(visit, opened));
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
