import type { Child, FC } from 'hono/jsx';
import type { AuditEntry, AuditSubjects } from '../../../domain/audit/audit-log.ts';
import { SYSTEM_COMPANY } from '../../../domain/audit/audit-log.ts';
import type { Filters } from '../../framework/parts/list-page.tsx';
import { listPage, PAGE_SIZE } from '../../framework/parts/list-page.tsx';
import { Moment, StateBadge } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import { firstRows, readPlace, writePlace } from '../../framework/row-page.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { pageWords, words } from '../../words/words.ts';
import { actName, whoDid } from './act-names.ts';

const WORDS = pageWords({
  intro: [
    'Tudo o que pessoas e operadores fizeram nesta conta. Nada aqui pode ser alterado.',
    'All that people and operators did in this account. Nothing here can be changed.',
  ],
  who: ['Quem', 'Who'],
  about: ['Detalhes', 'Details'],
  result: ['Resultado', 'Result'],
  empty: ['Nada foi feito ainda', 'Nothing was done yet'],
  system: ['O serviço', 'The service'],
  show: ['Mostrar', 'Show'],
  results: {
    begun: ['Iniciado', 'Begun'],
    done: ['Feito', 'Done'],
    refused: ['Recusado', 'Refused'],
    failed: ['Falhou', 'Failed'],
  },
});

type Services = Pick<DashboardServices, 'audit' | 'users' | 'accounts'>;

export const AUDIT_PAGES: readonly DashboardRoute[] = [
  get('/audit', 'audit.read', (visit, services) => showLog(visit, visit.companyId, null, services)),
  get('/system/audit', 'audit.read-all', async (visit, services) => {
    const companies = await services.accounts.listIds();
    const wanted = visit.query.get('of') ?? SYSTEM_COMPANY;
    if (wanted !== SYSTEM_COMPANY && !companies.includes(wanted)) return visit.notFound();
    return showLog(visit, wanted, companies, services);
  }),
];

async function showLog(
  visit: Visit,
  companyId: string,
  companies: readonly string[] | null,
  { audit, users }: Services,
): Promise<Response> {
  const { language } = visit;
  const text = WORDS[language];
  const after = readPlace(visit.query.get('after'));
  const entries = await audit.list(companyId, PAGE_SIZE + 1, after ?? undefined);
  const known = await users.list(companyId);
  if (companies !== null) known.push(...(await users.list(null)));
  const people = new Map(known.map(({ id, name, email }) => [id, name ?? email ?? id]));
  const of = companies === null ? '' : `of=${companyId}&`;
  const subjectsOf = ({ subjects }: AuditEntry) => (
    <Subjects
      subjects={subjects}
      language={language}
      people={people}
      hasPages={companies === null}
    />
  );
  return listPage(visit, {
    title: text.audit,
    intro: <p>{text.intro}</p>,
    filters: companies === null ? null : chooserOf(companyId, companies, language),
    found: firstRows(entries, PAGE_SIZE),
    columns: [
      { name: text.at, cell: ({ at }) => <Moment at={at} language={language} /> },
      {
        name: text.who,
        cell: ({ actor }) =>
          companies === null ? whoDid(actor, people, language) : (people.get(actor) ?? actor),
      },
      { name: text.what, cell: ({ action }) => actName(action, language) },
      { name: text.about, cell: subjectsOf },
      { name: text.result, cell: (entry) => <Result entry={entry} language={language} /> },
    ],
    empty: { title: text.empty },
    address: (last) => (last === null ? `?${of}` : `?${of}after=${writePlace(last)}`),
    isFirst: after === null,
  });
}

function chooserOf(companyId: string, companies: readonly string[], language: Language): Filters {
  const text = WORDS[language];
  const options = [
    { value: SYSTEM_COMPANY, label: text.system },
    ...companies.map((id) => ({ value: id, label: id })),
  ];
  return {
    fields: [{ name: 'of', label: text.account, value: companyId, options }],
    submit: text.show,
  };
}

const KINDS = { begun: 'plain', done: 'good', refused: 'warn', failed: 'bad' } as const;

const Result: FC<{ entry: AuditEntry; language: Language }> = ({ entry, language }) => (
  <>
    <StateBadge kind={KINDS[entry.result]}>{WORDS[language].results[entry.result]}</StateBadge>
    {entry.code === null ? null : <code>{` ${entry.code}`}</code>}
  </>
);

/** What has no name here stands as the log has it. */
const NAMES = words<Readonly<Record<string, string>>>({
  address: ['de onde', 'from where'],
  amount: ['valor', 'amount'],
  by: ['por', 'by'],
  company: ['conta', 'company'],
  count: ['quantos', 'how many'],
  event: ['evento', 'event'],
  from: ['de', 'from'],
  key: ['chave', 'key'],
  method: ['meio', 'method'],
  origin: ['origem', 'origin'],
  passkey: ['chave de acesso', 'passkey'],
  payin: ['pagamento', 'payment'],
  payout: ['saque', 'payout'],
  provider: ['provedor', 'provider'],
  reason: ['motivo', 'reason'],
  refund: ['reembolso', 'refund'],
  refunded: ['reembolsado', 'refunded'],
  role: ['papel', 'role'],
  session: ['sessão', 'session'],
  status: ['situação', 'state'],
  until: ['até', 'until'],
  user: ['pessoa', 'person'],
  was: ['era', 'it was'],
});

const AMOUNTS: readonly string[] = ['amount', 'refunded'];

const PLACES: Readonly<Record<string, (id: string) => string>> = {
  payin: (id) => `/payments/${id}`,
  payout: (id) => `/payouts/${id}`,
  event: (id) => `/webhooks/${id}`,
};

/** `people`: their names, by id. `hasPages`: whether whoever looks has pages of what is named. */
type SubjectsProps = {
  subjects: AuditSubjects;
  language: Language;
  people: ReadonlyMap<string, string>;
  hasPages: boolean;
};

const Subjects: FC<SubjectsProps> = ({ subjects, ...more }) => (
  <ul class="subjects">
    {Object.entries(subjects).map(([name, value]) => {
      const known = NAMES[more.language][name];
      return known === undefined ? (
        <li>
          <code>{`${name}: ${value ?? '–'}`}</code>
        </li>
      ) : (
        <li>
          {`${known}: `}
          <Value name={name} value={value} {...more} />
        </li>
      );
    })}
  </ul>
);

type ValueProps = Omit<SubjectsProps, 'subjects'> & {
  name: string;
  value: AuditSubjects[string] | undefined;
};

function Value({ name, value, language, people, hasPages }: ValueProps): Child {
  if (value === null || value === undefined) return '–';
  if (AMOUNTS.includes(name) && typeof value === 'number') return money(value, language);
  const text = String(value);
  if (name === 'user' && people.has(text)) return people.get(text);
  const place = hasPages ? PLACES[name] : undefined;
  const shown = <code>{text}</code>;
  return place === undefined ? shown : <a href={place(text)}>{shown}</a>;
}
