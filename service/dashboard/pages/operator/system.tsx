import packageInfo from '../../../../package.json' with { type: 'json' };
import { SHOW_ENCRYPTION_KEYS } from '../../../acts/encryption-keys.ts';
import { CHECK_LEDGER } from '../../../acts/ledger.ts';
import { LIST_ORPHANS } from '../../../acts/orphans.ts';
import { LIST_UNDERPAID } from '../../../acts/underpaid.ts';
import { findServiceAttention } from '../../../domain/summaries/attention.ts';
import { Form, SubmitButton } from '../../framework/parts/form.tsx';
import { Live } from '../../framework/parts/live.tsx';
import { Notice } from '../../framework/parts/notice.tsx';
import { StateBadge } from '../../framework/parts/state.tsx';
import { Facts, Table } from '../../framework/parts/table.tsx';
import type { DashboardRoute, Visit } from '../../framework/route.ts';
import { whoMay } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { words } from '../../words/words.ts';
import { Orphans, orphanPost } from './orphans.tsx';
import { Underpaid, underpaidPost } from './underpaid.tsx';
import { WaitingByCompany } from './waiting.tsx';

type Services = Pick<DashboardServices, 'health' | 'attention'>;

/** How often what may fail by itself is asked for again. */
const LIVE_SECONDS = 30;

const WORDS = words({
  'pt-BR': {
    title: 'Sistema',
    state: 'Situação',
    ok: 'Recebe pagamentos',
    unavailable: 'Não recebe pagamentos',
    mode: 'Modo',
    modes: { sandbox: 'Ambiente de testes', production: 'Produção' },
    engine: 'Banco de dados',
    durability: 'O que foi confirmado sobrevive a',
    durabilities: { 'power-loss': 'queda de energia', 'process-crash': 'queda do processo' },
    version: 'Versão',
    unreadable: 'Registros ilegíveis',
    providers: 'Provedores a conferir',
    ledger: 'Livro-razão',
    check: 'Conferir agora',
    agrees: 'Todas as contas conferem:',
    differs: 'Uma linha não confere:',
    keys: 'Chaves de cifragem',
    kind: 'O quê',
    keyVersion: 'Versão da chave',
    values: 'Valores',
    newest: 'A mais nova',
    kinds: {
      cards: 'cartões',
      authentications: 'autenticações',
      'webhook secrets': 'segredos de webhooks',
      'provider credentials': 'credenciais de provedores',
      'authenticator apps': 'aplicativos autenticadores',
      'hash root': 'raiz dos resumos',
      'provider state': 'estado de provedores',
    },
    engines: { embedded: 'embutido', postgres: 'PostgreSQL' },
    yes: 'Sim',
    no: 'Não',
  },
  en: {
    title: 'System',
    state: 'State',
    ok: 'Takes payments',
    unavailable: 'Takes no payments',
    mode: 'Mode',
    modes: { sandbox: 'Sandbox', production: 'Production' },
    engine: 'Database',
    durability: 'What was acknowledged survives',
    durabilities: { 'power-loss': 'a power loss', 'process-crash': 'the death of the process' },
    version: 'Version',
    unreadable: 'Unreadable records',
    providers: 'Providers to look at',
    ledger: 'Ledger',
    check: 'Check it now',
    agrees: 'All accounts agree:',
    differs: 'A row disagrees:',
    keys: 'Encryption keys',
    kind: 'What',
    keyVersion: 'Version of the key',
    values: 'Values',
    newest: 'The newest',
    kinds: {
      cards: 'cards',
      authentications: 'authentications',
      'webhook secrets': 'webhook secrets',
      'provider credentials': 'provider credentials',
      'authenticator apps': 'authenticator apps',
      'hash root': 'root of the hashes',
      'provider state': 'state of providers',
    },
    engines: { embedded: 'embedded', postgres: 'PostgreSQL' },
    yes: 'Yes',
    no: 'No',
  },
});

/** How the service is, for those who run it. */
export function systemPages(services: Services): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/system',
      act: 'system.read',
      run: (visit) => showSystem(visit, services, null),
    },
    {
      method: 'POST',
      path: '/system/ledger',
      ...whoMay(CHECK_LEDGER),
      async run(visit) {
        const text = WORDS[visit.language];
        const { companies, disagreement } = await visit.act(CHECK_LEDGER, {});
        const notice =
          disagreement === null ? (
            <Notice kind="good">{`${text.agrees} ${companies}`}</Notice>
          ) : (
            <Notice kind="bad">{`${text.differs} ${disagreement}`}</Notice>
          );
        return showSystem(visit, services, notice);
      },
    },
    orphanPost((visit, notice) => showSystem(visit, services, notice)),
    underpaidPost((visit, notice) => showSystem(visit, services, notice)),
  ];
}

async function showSystem(
  visit: Visit,
  services: Services,
  notice: ReturnType<typeof Notice> | null,
): Promise<Response> {
  const text = WORDS[visit.language];
  const kinds: Readonly<Record<string, string>> = text.kinds;
  const is = await services.health();
  const attention = await findServiceAttention(services);
  const { sealed, newest } = await visit.act(SHOW_ENCRYPTION_KEYS, {});
  const orphans = await visit.act(LIST_ORPHANS, {});
  const underpaid = await visit.act(LIST_UNDERPAID, {});
  return visit.page(
    text.title,
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
      <h2>{text.keys}</h2>
      <Table
        caption={text.keys}
        columns={[
          { name: text.kind },
          { name: text.keyVersion, isNumber: true },
          { name: text.values, isNumber: true },
          { name: text.newest },
        ]}
        rows={sealed.map(({ kind, version, values }) => [
          kinds[kind] ?? kind,
          String(version),
          String(values),
          version === newest ? text.yes : text.no,
        ])}
      />
    </>,
    { path: '/system' },
  );
}
