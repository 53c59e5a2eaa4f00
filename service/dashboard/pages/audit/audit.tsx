import type { FC } from 'hono/jsx';
import type { AuditEntry } from '../../../domain/audit/audit-log.ts';
import { SYSTEM_COMPANY } from '../../../domain/audit/audit-log.ts';
import { Empty } from '../../framework/parts/empty.tsx';
import { Select, SubmitButton } from '../../framework/parts/form.tsx';
import { Moment } from '../../framework/parts/moment.tsx';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Pager, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { actName } from './act-names.ts';
import { Subjects } from './subjects.tsx';

const PAGE_SIZE = 50;

const WORDS = words({
  title: ['Auditoria', 'Audit'],
  intro: [
    'Tudo o que pessoas e operadores fizeram nesta conta. Nada aqui pode ser alterado.',
    'All that people and operators did in this account. Nothing here can be changed.',
  ],
  at: ['Quando', 'When'],
  who: ['Quem', 'Who'],
  what: ['O quê', 'What'],
  about: ['Detalhes', 'Details'],
  result: ['Resultado', 'Result'],
  empty: ['Nada foi feito ainda', 'Nothing was done yet'],
  company: ['Conta', 'Account'],
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

/** Who did what: of one company for its owner, of any and of the service for an operator. */
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
  const text = WORDS[visit.language];
  const after = readKey(visit.query.get('after'));
  const entries = await audit.list(companyId, PAGE_SIZE + 1, after);
  const shown = entries.slice(0, PAGE_SIZE);
  const people = new Map(
    [...(await users.list(companyId)), ...(await users.list(null))].map((user) => [
      user.id,
      user.name ?? user.email ?? user.id,
    ]),
  );
  const of = companies === null ? '' : `of=${companyId}&`;
  const last = entries.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return visit.page(
    text.title,
    <>
      <p>{text.intro}</p>
      {companies === null ? null : (
        <Chooser visit={visit} companyId={companyId} companies={companies} />
      )}
      {shown.length === 0 ? (
        <Empty title={text.empty} />
      ) : (
        <Table
          caption={text.title}
          columns={[
            { name: text.at },
            { name: text.who },
            { name: text.what },
            { name: text.about },
            { name: text.result },
          ]}
          rows={shown.map((entry) => [
            <Moment at={entry.at} language={visit.language} />,
            people.get(entry.actor) ?? entry.actor,
            actName(entry.action, visit.language),
            <Subjects
              subjects={entry.subjects}
              language={visit.language}
              people={people}
              hasPages={companies === null}
            />,
            <Result entry={entry} language={visit.language} />,
          ])}
        />
      )}
      <Pager
        language={visit.language}
        next={last === undefined ? null : `?${of}after=${writeKey(last)}`}
        first={after === undefined ? null : `?${of}`}
      />
    </>,
  );
}

const Chooser: FC<{ visit: Visit; companyId: string; companies: readonly string[] }> = ({
  visit,
  companyId,
  companies,
}) => {
  const text = WORDS[visit.language];
  const options = [
    { value: SYSTEM_COMPANY, label: text.system },
    ...companies.map((id) => ({ value: id, label: id })),
  ];
  return (
    <form class="filters" method="get">
      <Select name="of" label={text.company} value={companyId} options={options} />
      <SubmitButton>{text.show}</SubmitButton>
    </form>
  );
};

const KINDS = { begun: 'plain', done: 'good', refused: 'warn', failed: 'bad' } as const;

const Result: FC<{ entry: AuditEntry; language: Language }> = ({ entry, language }) => (
  <>
    <StateBadge kind={KINDS[entry.result]}>{WORDS[language].results[entry.result]}</StateBadge>
    {entry.code === null ? null : <code>{` ${entry.code}`}</code>}
  </>
);

/** The place of an entry in the log, as an address has it. */
function writeKey({ at, id }: Pick<AuditEntry, 'at' | 'id'>): string {
  return `${at.getTime()}.${encodeURIComponent(id)}`;
}

function readKey(text: string | null): Pick<AuditEntry, 'at' | 'id'> | undefined {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? [];
  return at === undefined || id === undefined ? undefined : { at: new Date(Number(at)), id };
}
