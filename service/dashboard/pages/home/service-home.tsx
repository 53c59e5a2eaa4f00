import type { FC } from 'hono/jsx';
import type { MethodStatus } from '../../../../contract/service-status.ts';
import { findServiceAttention } from '../../../domain/summaries/attention.ts';
import { ALL_COMPANIES } from '../../../providers/credentials.ts';
import type { ProviderOverview } from '../../../providers/registered/registered-providers.ts';
import { findDefinition } from '../../../providers/registry.ts';
import { Live } from '../../framework/parts/live.tsx';
import type { StateKind } from '../../framework/parts/table.tsx';
import { Moment, StateBadge, Table } from '../../framework/parts/table.tsx';
import { day, METHOD_NAMES, moment } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import type { Language } from '../../words/words.ts';
import { pageWords, words } from '../../words/words.ts';
import { segmentOf } from '../operator/provider-forms.ts';
import { ORPHANS_PATH, UNDERPAID_PATH, WAITING_PATH } from '../operator/waiting.tsx';
import type { Counted, Need } from './attention.tsx';
import { Needs, needOf, UNDELIVERED } from './attention.tsx';
import { count, Figure, Figures } from './figures.tsx';

const LIVE_SECONDS = 30;
const CERTIFICATE_NOTICE_MS = 30 * 24 * 60 * 60 * 1000;

type OfProvider = (provider: string, company: string, at: string) => string;

type Words = Readonly<
  Record<'title' | 'companies' | 'pending' | 'blocked' | 'everyone', string> &
    Record<'charges' | 'orphans' | 'underpaid' | 'events', Counted> &
    Record<'ends' | 'ended' | 'broken' | 'rests', OfProvider>
>;

const WORDS = words<Words>({
  title: ['Início', 'Home'],
  companies: ['Contas', 'Companies'],
  pending: ['Identidade a aprovar', 'Identity to approve'],
  blocked: ['Bloqueadas', 'Blocked'],
  everyone: ['todas as contas', 'all companies'],
  broken: [
    (provider, company) => `As credenciais de ${provider} (${company}) não funcionam`,
    (provider, company) => `The credentials of ${provider} (${company}) do not work`,
  ],
  rests: [
    (provider, company, at) =>
      `${provider} (${company}) não responde; será consultado de novo em ${at}`,
    (provider, company, at) =>
      `${provider} (${company}) does not answer; it is asked again at ${at}`,
  ],
  ends: [
    (provider, company, at) => `O certificado de ${provider} (${company}) termina em ${at}`,
    (provider, company, at) => `The certificate of ${provider} (${company}) ends on ${at}`,
  ],
  ended: [
    (provider, company, at) => `O certificado de ${provider} (${company}) terminou em ${at}`,
    (provider, company, at) => `The certificate of ${provider} (${company}) ended on ${at}`,
  ],
  charges: {
    one: [
      '1 cobrança está sem resposta do provedor; o serviço continua perguntando',
      '1 charge has no answer of the provider; the service goes on asking',
    ],
    many: [
      '{count} cobranças estão sem resposta do provedor; o serviço continua perguntando',
      '{count} charges have no answer of the provider; the service goes on asking',
    ],
  },
  orphans: {
    one: ['1 cobrança sem dono espera ser reembolsada', '1 orphan charge waits to be given back'],
    many: [
      '{count} cobranças sem dono esperam ser reembolsadas',
      '{count} orphan charges wait to be given back',
    ],
  },
  underpaid: {
    one: [
      '1 pagamento a menor espera ser reembolsado',
      '1 payment of too little waits to be given back',
    ],
    many: [
      '{count} pagamentos a menor esperam ser reembolsados',
      '{count} payments of too little wait to be given back',
    ],
  },
  events: UNDELIVERED,
});

export async function serviceHome(visit: Visit, services: DashboardServices): Promise<Response> {
  const { language } = visit;
  const text = WORDS[language];
  const [accounts, status, credentials, attention] = await Promise.all([
    services.accountLists.count(),
    services.serviceStatus(),
    services.registeredProviders.overview(),
    findServiceAttention(services),
  ]);
  const now = services.now();
  const needs: Need[] = [
    ...credentials.flatMap((one) => needsOf(one, { language, now })),
    ...needOf(attention.unknownCharges, text.charges, { href: WAITING_PATH, language }),
    ...needOf(attention.orphans, text.orphans, { href: ORPHANS_PATH, language }),
    ...needOf(attention.underpaid, text.underpaid, { href: UNDERPAID_PATH, language }),
    ...needOf(attention.undeliveredEvents, text.events, { href: WAITING_PATH, language }),
  ];
  const numberOf = (number: number) => count(number, language);
  return visit.page(
    text.title,
    <Live class="home" visit={visit} seconds={LIVE_SECONDS}>
      <Needs needs={needs} language={language} />
      <MethodsNow methods={status.methods} language={language} />
      <Figures label={text.companies}>
        <Figure name={text.companies} value={numberOf(accounts.all)} />
        <Figure name={text.pending} value={numberOf(accounts.pending)} />
        <Figure name={text.blocked} value={numberOf(accounts.blocked)} />
      </Figures>
    </Live>,
  );
}

/** The worst first. */
export function needsOf(
  { companyId, provider, trouble, restsUntil, certificateEndsAt: endsAt }: ProviderOverview,
  { language, now }: { language: Language; now: Date },
): Need[] {
  const text = WORDS[language];
  const company = companyId === ALL_COMPANIES ? text.everyone : companyId;
  const href = `/providers/${segmentOf(companyId)}/${provider}`;
  const need = (say: OfProvider, at = ''): Need => ({
    href,
    sentence: say(findDefinition(provider)?.title ?? provider, company, at),
    since: null,
  });
  const isEnding = endsAt !== null && endsAt.getTime() <= now.getTime() + CERTIFICATE_NOTICE_MS;
  return [
    ...(trouble === null ? [] : [need(text.broken)]),
    ...(restsUntil === null ? [] : [need(text.rests, moment(restsUntil, language))]),
    ...(isEnding ? [need(endsAt > now ? text.ends : text.ended, day(endsAt, language))] : []),
  ];
}

type Status = MethodStatus['status'];

const METHOD_WORDS = pageWords({
  title: ['Meios de pagamento agora', 'Payment methods now'],
  states: {
    working: ['Funciona', 'Works'],
    failing: ['Sem resposta', 'No answer'],
    unseen: ['Sem uso', 'Not used'],
  },
});

const KINDS: Readonly<Record<Status, StateKind>> = {
  working: 'good',
  failing: 'bad',
  unseen: 'plain',
};

/** As this process has seen it. */
const MethodsNow: FC<{ methods: readonly MethodStatus[]; language: Language }> = ({
  methods,
  language,
}) => {
  const text = METHOD_WORDS[language];
  return (
    <section>
      <h2 class="now">{text.title}</h2>
      <Table
        caption={text.title}
        columns={[text.method, text.state, text.since]}
        rows={methods.map(({ method, status, since }) => [
          method === 'PAYOUT' ? text.payouts : METHOD_NAMES[language][method],
          <StateBadge kind={KINDS[status]}>{text.states[status]}</StateBadge>,
          <Moment at={new Date(since)} language={language} />,
        ])}
      />
    </section>
  );
};
