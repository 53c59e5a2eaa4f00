import type { Child } from 'hono/jsx';
import packageInfo from '../../../../package.json' with { type: 'json' };
import type { ActRow } from '../../../acts/act.ts';
import { SHOW_ENCRYPTION_KEYS } from '../../../acts/encryption-keys.ts';
import { CHECK_LEDGER } from '../../../acts/ledger.ts';
import { LIST_ORPHANS, MARK_RETURNED } from '../../../acts/orphans.ts';
import { LIST_UNDERPAID, RETURN_UNDERPAID } from '../../../acts/underpaid.ts';
import { findServiceAttention } from '../../../domain/summaries/attention.ts';
import { Form, Notice, SubmitButton } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { Facts, ofNumbers, StateBadge, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { pageWords } from '../../words/words.ts';
import type { Refused } from './act-form.tsx';
import { actByForm, formPath } from './act-form.tsx';
import { OnPaper, PAPER_FORMS } from './on-paper.tsx';
import { markReturned, Orphans } from './orphans.tsx';
import { Support, supportPage } from './support.tsx';
import { returnUnderpaid, Underpaid } from './underpaid.tsx';
import { WaitingByCompany } from './waiting.tsx';

type Services = Pick<DashboardServices, 'health' | 'attention'>;

const LIVE_SECONDS = 30;

const WORDS = pageWords({
  ok: ['Recebe pagamentos', 'Takes payments'],
  unavailable: ['Não recebe pagamentos', 'Takes no payments'],
  mode: ['Modo', 'Mode'],
  modes: { sandbox: ['Ambiente de testes', 'Sandbox'], production: ['Produção', 'Production'] },
  engine: ['Banco de dados', 'Database'],
  durability: ['O que foi confirmado sobrevive a', 'What was acknowledged survives'],
  durabilities: {
    'power-loss': ['queda de energia', 'a power loss'],
    'process-crash': ['queda do processo', 'the death of the process'],
  },
  unreadable: ['Registros ilegíveis', 'Unreadable records'],
  providers: ['Provedores a conferir', 'Providers to look at'],
  ledger: ['Livro-razão', 'Ledger'],
  check: ['Conferir agora', 'Check it now'],
  agrees: ['Todas as contas conferem:', 'All accounts agree:'],
  differs: ['Uma linha não confere:', 'A row disagrees:'],
  entered: ['Lançado.', 'Entered.'],
  keys: ['Chaves de cifragem', 'Encryption keys'],
  keyVersion: ['Versão da chave', 'Version of the key'],
  values: ['Valores', 'Values'],
  newest: ['A mais nova', 'The newest'],
  kinds: {
    cards: ['cartões', 'cards'],
    authentications: ['autenticações', 'authentications'],
    'webhook secrets': ['segredos de webhooks', 'webhook secrets'],
    'provider credentials': ['credenciais de provedores', 'provider credentials'],
    'authenticator apps': ['aplicativos autenticadores', 'authenticator apps'],
    'hash root': ['raiz dos resumos', 'root of the hashes'],
    'provider state': ['estado de provedores', 'state of providers'],
  },
  engines: { embedded: ['embutido', 'embedded'], postgres: ['PostgreSQL', 'PostgreSQL'] },
});

export const SYSTEM_PAGES: readonly DashboardRoute[] = [
  get('/system', 'system.read', (visit, services) => showSystem(visit, services, null)),
  act('/system/ledger', CHECK_LEDGER, checkLedger),
  act('/system/orphans', MARK_RETURNED, markReturned),
  act('/system/underpaid', RETURN_UNDERPAID, returnUnderpaid),
  supportPage((visit, services, refused) => showSystem(visit, services, null, refused)),
  ...PAPER_FORMS.map((form) =>
    post(formPath('/system', form), form.act, (visit, services) =>
      actByForm(form, visit, {
        done: () => visit.redirect('/system', WORDS[visit.language].entered),
        again: (refused) => showSystem(visit, services, null, refused),
      }),
    ),
  ),
];

function act(path: string, may: ActRow, run: (visit: Visit) => Promise<Child>): DashboardRoute {
  return post(path, may, async (visit, services) => showSystem(visit, services, await run(visit)));
}

async function checkLedger(visit: Visit) {
  const text = WORDS[visit.language];
  const { companies, disagreement } = await visit.act(CHECK_LEDGER, {});
  return disagreement === null ? (
    <Notice kind="good">{`${text.agrees} ${companies}`}</Notice>
  ) : (
    <Notice kind="bad">{`${text.differs} ${disagreement}`}</Notice>
  );
}

async function showSystem(
  visit: Visit,
  services: Services,
  notice: Child,
  refused: Refused | null = null,
): Promise<Response> {
  const text = WORDS[visit.language];
  const kinds: Readonly<Record<string, string>> = text.kinds;
  const is = await services.health();
  const attention = await findServiceAttention(services);
  const { sealed, newest } = await visit.act(SHOW_ENCRYPTION_KEYS, {});
  const orphans = await visit.act(LIST_ORPHANS, {});
  const underpaid = await visit.act(LIST_UNDERPAID, {});
  return visit.page(
    text.system,
    <>
      {notice}
      <Live visit={visit} seconds={LIVE_SECONDS}>
        <section class="card">
          <Facts
            facts={[
              [
                text.state,
                <StateBadge kind={is.status === 'ok' ? 'good' : 'bad'}>
                  {text[is.status]}
                </StateBadge>,
              ],
              [text.version, packageInfo.version],
              [text.mode, text.modes[is.mode]],
              [text.engine, text.engines[is.engine]],
              [text.durability, text.durabilities[is.durability]],
              [text.unreadable, String(is.unreadableRecords)],
              [text.providers, <a href="/providers">{String(is.providersToCheck)}</a>],
            ]}
          />
        </section>
        <WaitingByCompany attention={attention} language={visit.language} />
      </Live>
      <h2>{text.ledger}</h2>
      <Form action="/system/ledger" visit={visit}>
        <SubmitButton>{text.check}</SubmitButton>
      </Form>
      <Orphans open={orphans} visit={visit} />
      <Underpaid waiting={underpaid} visit={visit} />
      <Support visit={visit} refused={refused} />
      <OnPaper visit={visit} refused={refused} />
      <h2>{text.keys}</h2>
      <Table
        caption={text.keys}
        columns={[text.what, ofNumbers(text.keyVersion), ofNumbers(text.values), text.newest]}
        rows={sealed.map(({ kind, version, values }) => [
          kinds[kind] ?? kind,
          String(version),
          String(values),
          version === newest ? text.yes : text.no,
        ])}
      />
    </>,
    { status: refused === null ? 200 : 400 },
  );
}
