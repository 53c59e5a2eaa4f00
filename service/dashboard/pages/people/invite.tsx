import type { FC } from 'hono/jsx';
import { INVITE_USER } from '../../../acts/users.ts';
import { ApiError, orRefusal } from '../../../base/shared/api-error.ts';
import { CopiedAs } from '../../framework/parts/copyable.tsx';
import { Field, Form, Notice, Select, SubmitButton, Way } from '../../framework/parts/form.tsx';
import { moment } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import { COMPANY_ROLES, roleOptions } from './people.tsx';
import { WORDS } from './words.ts';

type FieldName = 'email' | 'name' | 'role';
type Errors = Partial<Record<FieldName, string>>;

/** Invites a person, whose link is shown in the answer and nowhere else. */
export const INVITE_PAGES: readonly DashboardRoute[] = [
  get('/people/invite', INVITE_USER, (visit) =>
    visit.page(WORDS[visit.language].invite, <Invite visit={visit} errors={{}} />),
  ),
  post('/people/invite', INVITE_USER, async (visit) => {
    const invited = await invite(visit);
    const text = WORDS[visit.language];
    if ('errors' in invited) {
      const body = <Invite visit={visit} errors={invited.errors} />;
      return visit.page(text.invite, body, { status: 400 });
    }
    return showLink(visit, invited);
  }),
];

type BackLink = { href: string; text: string };

type NewLink = { link: string; endsAt: Date };

export function showLink(visit: Visit, made: NewLink, back?: BackLink): Promise<Response> {
  const { link, endsAt } = made;
  const to = back ?? { href: '/people', text: WORDS[visit.language].back };
  const body = <Invited visit={visit} link={link} endsAt={endsAt} back={to} />;
  return visit.page(WORDS[visit.language].invited, body);
}

async function invite(visit: Visit): Promise<NewLink | { errors: Errors }> {
  const { email = '', name = '', role = '' } = visit.form;
  const text = WORDS[visit.language];
  // A role of the service is none of a company's, whatever a form says.
  const chosen = COMPANY_ROLES.find((one) => one === role);
  if (chosen === undefined) return { errors: { role: text.roleError } };
  const invitation = visit.act(INVITE_USER, { email, name, role: chosen });
  const invited = await orRefusal(invitation, 'INVALID_DATA');
  if (!(invited instanceof ApiError)) return invited;
  const wrong = invited.details.map(({ path }) => path);
  return {
    errors: {
      ...(wrong.includes('email') ? { email: text.emailError } : {}),
      ...(wrong.includes('name') ? { name: text.nameError } : {}),
    },
  };
}

const Invite: FC<{ visit: Visit; errors: Errors }> = ({ visit, errors }) => {
  const text = WORDS[visit.language];
  const { form } = visit;
  return (
    <Form action="/people/invite" visit={visit}>
      <Field
        name="name"
        label={text.name}
        value={form.name}
        hint={text.nameHint}
        error={errors.name}
        maxlength={150}
        autocomplete="off"
        required
      />
      <Field
        name="email"
        label={text.email}
        type="email"
        value={form.email}
        error={errors.email}
        maxlength={254}
        autocomplete="off"
        required
      />
      <Select
        name="role"
        label={text.role}
        value={form.role ?? 'viewer'}
        options={roleOptions(visit)}
        error={errors.role}
      />
      <p class="actions">
        <SubmitButton>{text.sendInvite}</SubmitButton>
        <a href="/people">{text.back}</a>
      </p>
    </Form>
  );
};

const Invited: FC<{ visit: Visit; link: string; endsAt: Date; back: BackLink }> = (props) => {
  const { visit, link, endsAt, back } = props;
  const text = WORDS[visit.language];
  return (
    <>
      <p>{text.linkIntro}</p>
      <div class="field">
        <label for="link">{text.link}</label>
        <CopiedAs language={visit.language} value={link}>
          <input id="link" type="text" readonly value={link} aria-describedby="link-ends" />
        </CopiedAs>
        <p class="hint" id="link-ends">
          {`${text.linkEnds} ${moment(endsAt, visit.language)}.`}
        </p>
      </div>
      <Notice kind="warn">{text.linkOnce}</Notice>
      <Way to={back.href}>{back.text}</Way>
    </>
  );
};
