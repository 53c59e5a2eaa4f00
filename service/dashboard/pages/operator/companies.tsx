import { factsOf } from '../../../acts/change-account.ts';
import {
  BLOCK_COMPANY,
  CREATE_COMPANY,
  SHOW_COMPANY,
  UNBLOCK_COMPANY,
} from '../../../acts/companies.ts';
import { LIST_ROUTES } from '../../../acts/routes.ts';
import { INVITE_OWNER } from '../../../acts/users.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import type { AccountPage } from '../../../domain/accounts/account-list.ts';
import { listAccounts } from '../../../domain/accounts/account-list.ts';
import { listPage, PAGE_SIZE } from '../../framework/parts/list-page.tsx';
import type { StateKind } from '../../framework/parts/state.tsx';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Facts, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import { words } from '../../words/words.ts';
import { showLink } from '../people/invite.tsx';
import type { ActForm, Refused } from './act-form.tsx';
import { ActFormView, refusedBy, textsOf } from './act-form.tsx';
import { factName, factText } from './company-facts.ts';
import { COMPANY_FORM, COMPANY_FORMS, OWNER_FORM, ROUTE_FORMS } from './company-forms.ts';
import { VALUES } from './words.ts';

const KYC_KINDS: Readonly<Record<Account['kycStatus'], StateKind>> = {
  approved: 'plain',
  pending: 'warn',
  needs_more_info: 'warn',
  not_submitted: 'warn',
  rejected: 'bad',
};

const WORDS = words({
  title: ['Contas', 'Companies'],
  search: ['Identificador ou nome', 'Identifier or name'],
  show: ['Buscar', 'Search'],
  id: ['Identificador', 'Identifier'],
  name: ['Nome', 'Name'],
  kyc: ['Identidade', 'Identity'],
  state: ['Situação', 'State'],
  blocked: ['Bloqueada', 'Blocked'],
  open: ['Ativa', 'Active'],
  none: ['Nenhuma conta assim', 'No such account'],
  routes: ['Rotas', 'Routes'],
  noRoutes: [
    'Sem rota própria: vale a de todas as contas.',
    'No route of its own: that of all accounts holds.',
  ],
  method: ['Meio', 'Method'],
  providers: ['Provedores, em ordem', 'Providers, in order'],
  settings: ['Alterar', 'Change'],
  saved: ['Salvo.', 'Saved.'],
  created: [
    'Conta criada. Ainda falta aprovar a identidade, liberar meios e criar chaves.',
    'Account made. Its identity, its methods and its keys are still to come.',
  ],
  audit: ['Auditoria desta conta', 'Audit of this account'],
  back: ['Voltar à conta', 'Back to the account'],
});

/** Accounts of merchants, as the operators of the service look after them. */
export const COMPANY_PAGES: readonly DashboardRoute[] = [
  get('/companies', 'companies.manage', async (visit, services) => {
    const { query } = visit;
    const asked = { text: query.get('q') ?? '', after: query.get('after') ?? '' };
    return listCompanies(visit, await listAccounts({ ...asked, limit: PAGE_SIZE }, services));
  }),
  post('/companies', CREATE_COMPANY, async (visit) => {
    const texts = await textsOf(COMPANY_FORM, visit);
    try {
      const { companyId } = await visit.actByText(CREATE_COMPANY, texts);
      const text = WORDS[visit.language];
      return visit.redirect(`/companies/${companyId}`, text.created);
    } catch (error) {
      const refused = refusedBy(CREATE_COMPANY, error, visit.language);
      return listCompanies(visit, { rows: [], next: null }, refused);
    }
  }),
  get('/companies/:company', 'companies.manage', (visit) => showCompany(visit, null)),
  inviteOwner(),
  ...[...COMPANY_FORMS, ...ROUTE_FORMS].map(setByForm),
];

/**
 * Decision: an operator lets in owners alone, without whom nobody of a company comes in; the others
 * are for its owners to invite.
 */
function inviteOwner(): DashboardRoute {
  return post(pathOf(':company', OWNER_FORM), INVITE_OWNER, async (visit) => {
    const { company = '' } = visit.params;
    const person = await textsOf(OWNER_FORM, visit);
    try {
      const invited = await visit.actByText(INVITE_OWNER, { ...person, company });
      const text = WORDS[visit.language].back;
      return await showLink(visit, invited, { href: `/companies/${company}`, text });
    } catch (error) {
      return showCompany(visit, refusedBy(INVITE_OWNER, error, visit.language));
    }
  });
}

/** A form of one act: what was refused is shown in it, with what was typed. */
function setByForm(form: ActForm): DashboardRoute {
  return post(pathOf(':company', form), form.act, async (visit) => {
    const { company = '' } = visit.params;
    const texts = await textsOf(form, visit);
    try {
      await visit.actByText(form.act, { ...texts, company });
    } catch (error) {
      return showCompany(visit, refusedBy(form.act, error, visit.language));
    }
    return visit.redirect(`/companies/${company}`, WORDS[visit.language].saved);
  });
}

function pathOf(company: string, { act }: ActForm): string {
  return `/companies/${company}/${act.command.replace(' ', '-')}`;
}

function listCompanies(
  visit: Visit,
  { rows, next }: AccountPage,
  refused: Refused | null = null,
): Promise<Response> {
  const text = WORDS[visit.language];
  const q = visit.query.get('q') ?? '';
  return listPage(visit, {
    title: text.title,
    filters: {
      action: '/companies',
      fields: [{ name: 'q', type: 'search', label: text.search, value: q, maxlength: 150 }],
      submit: text.show,
    },
    found: { rows, next },
    columns: [
      {
        name: text.id,
        cell: ({ companyId }) => <a href={`/companies/${companyId}`}>{companyId}</a>,
      },
      { name: text.name, cell: ({ companyName }) => companyName },
      {
        name: text.kyc,
        cell: ({ kycStatus }) => (
          <StateBadge kind={KYC_KINDS[kycStatus]}>
            {VALUES[visit.language][kycStatus] ?? kycStatus}
          </StateBadge>
        ),
      },
      {
        name: text.state,
        cell: ({ blocked }) => (
          <StateBadge kind={blocked ? 'bad' : 'good'}>
            {blocked ? text.blocked : text.open}
          </StateBadge>
        ),
      },
    ],
    empty: refused === null ? { title: text.none } : null,
    address: (after) =>
      `/companies?${new URLSearchParams({ q, ...(after === null ? {} : { after }) })}`,
    isFirst: !visit.query.has('after'),
    below: (
      <ActFormView
        form={COMPANY_FORM}
        action="/companies"
        visit={visit}
        record={{}}
        refused={refused}
      />
    ),
    isWrong: refused !== null,
  });
}

async function showCompany(visit: Visit, refused: Refused | null): Promise<Response> {
  const { company = '' } = visit.params;
  const text = WORDS[visit.language];
  const account = await visit.act(SHOW_COMPANY, { companyId: company });
  const { routes } = await visit.act(LIST_ROUTES, { companyId: company });
  const record = factsOf(account);
  return visit.page(
    account.tradeName ?? account.companyName,
    <>
      <section class="card">
        <Facts
          facts={Object.entries(record).map(([name, value]) => [
            factName(name, visit.language),
            factText(name, value, visit.language),
          ])}
        />
        <p class="actions">
          <a href={`/system/audit?of=${company}`}>{text.audit}</a>
        </p>
      </section>
      <h2>{text.routes}</h2>
      {routes.length === 0 ? (
        <p>{text.noRoutes}</p>
      ) : (
        <Table
          caption={text.routes}
          columns={[text.method, text.providers]}
          rows={routes.map(({ method, providers }) => [
            VALUES[visit.language][method] ?? method,
            providers.join(','),
          ])}
        />
      )}
      <h2>{text.settings}</h2>
      {formsFor(account).map((form) => (
        <ActFormView
          form={form}
          action={pathOf(company, form)}
          visit={visit}
          record={record}
          refused={refused}
        />
      ))}
    </>,
    { path: '/companies', status: refused === null ? 200 : 400 },
  );
}

/** Who is blocked can be let go on, and the other way round. */
function formsFor({ blocked }: Account): readonly ActForm[] {
  const useless = blocked ? BLOCK_COMPANY : UNBLOCK_COMPANY;
  return [...COMPANY_FORMS, ...ROUTE_FORMS, OWNER_FORM].filter(({ act }) => act !== useless);
}
