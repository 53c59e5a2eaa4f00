import type { FC } from 'hono/jsx';
import { factsOf } from '../../../acts/change-account.ts';
import {
  BLOCK_COMPANY,
  CREATE_COMPANY,
  SHOW_COMPANY,
  UNBLOCK_COMPANY,
} from '../../../acts/companies.ts';
import { LIST_RECEIVABLES } from '../../../acts/ledger.ts';
import { LIST_ROUTES } from '../../../acts/routes.ts';
import { startOfDay } from '../../../base/shared/sao-paulo-days.ts';
import { writtenDocument } from '../../../base/shared/written-document.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import type { AccountPage } from '../../../domain/accounts/account-list.ts';
import { listAccounts } from '../../../domain/accounts/account-list.ts';
import type { AuditSubjects } from '../../../domain/audit/audit-log.ts';
import type { DayDue } from '../../../domain/ledger/receivable.ts';
import { Way } from '../../framework/parts/form.tsx';
import { listPage, PAGE_SIZE } from '../../framework/parts/list-page.tsx';
import type { StateKind } from '../../framework/parts/table.tsx';
import { Facts, ofNumbers, StateBadge, Table } from '../../framework/parts/table.tsx';
import { day, money, percent } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';
import { showLink } from '../people/invite.tsx';
import type { ActForm, Label, Refused } from './act-form.tsx';
import { ActForms, ActFormView, actByForm, formPath, labelText } from './act-form.tsx';
import { COMPANY_FORM, COMPANY_FORMS, OWNER_FORM, ROUTE_FORMS } from './company-forms.ts';
import { RouteList } from './waiting.tsx';
import { VALUES } from './words.ts';

const KYC_KINDS: Readonly<Record<Account['kycStatus'], StateKind>> = {
  approved: 'plain',
  pending: 'warn',
  needs_more_info: 'warn',
  not_submitted: 'warn',
  rejected: 'bad',
};

const WORDS = pageWords({
  search: ['Identificador ou nome', 'Identifier or name'],
  show: ['Buscar', 'Search'],
  id: ['Identificador', 'Identifier'],
  kyc: ['Identidade', 'Identity'],
  blocked: ['Bloqueada', 'Blocked'],
  open: ['Ativa', 'Active'],
  none: ['Nenhuma conta encontrada', 'No account was found'],
  routes: ['Rotas', 'Routes'],
  noRoutes: [
    'Sem rota própria: vale a de todas as contas.',
    'No route of its own: that of all accounts holds.',
  ],
  due: ['A receber das adquirentes', 'Due from acquirers'],
  dueOn: ['Vence em', 'Due on'],
  gross: ['Bruto', 'Gross'],
  acquirerFee: ['Taxa da adquirente', 'Fee of the acquirer'],
  returned: ['Devolvido', 'Given back'],
  net: ['Líquido', 'Net'],
  settings: ['Alterar', 'Change'],
  saved: ['Salvo.', 'Saved.'],
  created: [
    'Conta criada. Ainda falta aprovar a identidade, liberar meios e criar chaves.',
    'Account made. Its identity, its methods and its keys are still to come.',
  ],
  audit: ['Auditoria desta conta', 'Audit of this account'],
  back: ['Voltar à conta', 'Back to the account'],
});

export const COMPANY_PAGES: readonly DashboardRoute[] = [
  get('/companies', 'companies.manage', async (visit, services) => {
    const { query } = visit;
    const asked = { text: query.get('q') ?? '', after: query.get('after') ?? '' };
    return listCompanies(visit, await listAccounts({ ...asked, limit: PAGE_SIZE }, services));
  }),
  post('/companies', CREATE_COMPANY, (visit) =>
    actByForm(COMPANY_FORM, visit, {
      done: ({ companyId }) =>
        visit.redirect(`/companies/${companyId}`, WORDS[visit.language].created),
      again: (refused) => listCompanies(visit, { rows: [], next: null }, refused),
    }),
  ),
  get('/companies/:company', 'companies.manage', (visit) => showCompany(visit, null)),
  // Decision: an operator lets in owners alone, without whom nobody of a company comes in; the others
  // are for its owners to invite.
  ofCompany(OWNER_FORM, (visit, here, invited) =>
    showLink(visit, invited, { href: here, text: WORDS[visit.language].back }),
  ),
  ...[...COMPANY_FORMS, ...ROUTE_FORMS].map((form) =>
    ofCompany(form, (visit, here) => visit.redirect(here, WORDS[visit.language].saved)),
  ),
];

function ofCompany<Answer>(
  form: ActForm<Answer>,
  done: (visit: Visit, here: string, answer: Answer) => Promise<Response> | Response,
): DashboardRoute {
  return post(formPath('/companies/:company', form), form.act, (visit) => {
    const { company = '' } = visit.params;
    return actByForm(form, visit, {
      besides: { company },
      done: (answer) => done(visit, `/companies/${company}`, answer),
      again: (refused) => showCompany(visit, refused),
    });
  });
}

function listCompanies(visit: Visit, { rows, next }: AccountPage, refused: Refused | null = null) {
  const text = WORDS[visit.language];
  const q = visit.query.get('q') ?? '';
  return listPage(visit, {
    title: text.companies,
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
    below: <ActFormView form={COMPANY_FORM} action="/companies" visit={visit} refused={refused} />,
    isWrong: refused !== null,
  });
}

async function showCompany(visit: Visit, refused: Refused | null): Promise<Response> {
  const { company = '' } = visit.params;
  const text = WORDS[visit.language];
  const account = await visit.act(SHOW_COMPANY, { companyId: company });
  const { routes } = await visit.act(LIST_ROUTES, { companyId: company });
  const due = await visit.act(LIST_RECEIVABLES, { companyId: company, limit: 400 });
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
        <Way to={`/system/audit?of=${company}`}>{text.audit}</Way>
      </section>
      <RouteList
        text={{ title: text.routes, none: text.noRoutes }}
        routes={routes}
        language={visit.language}
      />
      {due.length === 0 ? null : <DueDays due={due} language={visit.language} />}
      <h2>{text.settings}</h2>
      <ActForms
        forms={formsFor(account)}
        below={`/companies/${company}`}
        visit={visit}
        record={record}
        refused={refused}
      />
    </>,
    { status: refused === null ? 200 : 400 },
  );
}

const DueDays: FC<{ due: readonly (DayDue & { net: number })[]; language: Language }> = ({
  due,
  language,
}) => {
  const text = WORDS[language];
  const columns = [
    text.dueOn,
    ...[text.gross, text.acquirerFee, text.returned, text.net].map(ofNumbers),
  ];
  const rows = due.map(({ date, amount, fee, returned, net }) => [
    day(startOfDay(date), language),
    ...[amount, fee, returned, net].map((centavos) => money(centavos, language)),
  ]);
  return <Table caption={text.due} columns={columns} rows={rows} />;
};

function formsFor({ blocked }: Account): readonly ActForm[] {
  const useless = blocked ? BLOCK_COMPANY : UNBLOCK_COMPANY;
  return [...COMPANY_FORMS, ...ROUTE_FORMS, OWNER_FORM].filter(({ act }) => act !== useless);
}

/** A fact is called as the form that sets it calls it. */
function factName(name: string, language: Language): string {
  const fields = [...COMPANY_FORMS, COMPANY_FORM].flatMap(({ fields: all, title }) =>
    all.map((field) => ({ ...field, title })),
  );
  const field = fields.find(({ option, record }) => (record ?? option) === name);
  const label = OTHER_FACTS[name] ?? field?.label;
  if (label === undefined) return name;
  const said = labelText(label, language);
  // Alone they do not say what of: a fee is called as its method is.
  const isOfTitle = field !== undefined && OF_TITLES.includes(field.title);
  return isOfTitle ? `${labelText(field.title, language)}: ${said}` : said;
}

const OF_TITLES: readonly Label[] = ['fees', 'reserve'];

const OTHER_FACTS: Readonly<Record<string, Label>> = {
  kyc: 'kyc',
  blocked: 'blocked',
  sandbox: 'sandbox',
  tradeName: 'tradeName',
  webhookReceivers: 'webhookReceivers',
  consentText: 'consentText',
  sellerLacks: 'sellerLacks',
};

function factText(name: string, value: AuditSubjects[string] | undefined, language: Language) {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return VALUES[language][value ? 'yes' : 'no'] ?? '';
  const text = String(value);
  if (name === 'document') return writtenDocument(text);
  if (name === 'reserveRate') return percent(Number(value), language);
  if (name === 'installmentMinimum') return money(Number(value), language);
  const [, basisPoints, fixed] = /^(\d+)\+(\d+)$/.exec(text) ?? [];
  if (basisPoints !== undefined) {
    return `${percent(Number(basisPoints), language)} + ${money(Number(fixed), language)}`;
  }
  const other = (part: string) => (name === 'sellerLacks' ? factName(part, language) : part);
  const parts = text.split(',').map((part) => VALUES[language][part] ?? other(part));
  return parts.join(', ');
}
