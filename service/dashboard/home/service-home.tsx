import { ALL_COMPANIES } from '../../providers/registered/credentials.ts';
import type { Waiting } from '../../summaries/attention.ts';
import { findServiceAttention } from '../../summaries/attention.ts';
import { segmentOf } from '../operator/provider-path.ts';
import { countOf, ORPHANS_PATH, UNDERPAID_PATH, WAITING_PATH } from '../operator/waiting.tsx';
import { Live } from '../parts/live.tsx';
import { day } from '../parts/values.ts';
import type { Visit } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import { words } from '../words.ts';
import { Figure, Figures } from './figures.tsx';
import { count } from './formats.ts';

/** How often it is asked for again. */
const LIVE_SECONDS = 30;
const CERTIFICATE_NOTICE_MS = 30 * 24 * 60 * 60 * 1000;

const WORDS = words({
  'pt-BR': {
    title: 'Início',
    companies: 'Empresas',
    pending: 'Aguardando KYC',
    blocked: 'Bloqueadas',
    providers: 'Credenciais a conferir',
    needs: 'Precisa de alguém',
    nothing: 'Nada espera por você.',
    everyone: 'todas as empresas',
    ends: (provider: string, company: string, at: string) =>
      `O certificado de ${provider} (${company}) termina em ${at}`,
    ended: (provider: string, company: string, at: string) =>
      `O certificado de ${provider} (${company}) terminou em ${at}`,
    charges: (number: string) =>
      `${number} cobrança(s) sem resposta do provedor; o serviço continua perguntando`,
    orphans: (number: string) => `${number} cobrança(s) sem dono, à espera de devolução`,
    underpaid: (number: string) =>
      `${number} pagamento(s) de menos do que foi pedido, à espera de devolução`,
    events: (number: string) => `${number} evento(s) de webhook não entregues`,
  },
  en: {
    title: 'Home',
    companies: 'Companies',
    pending: 'Waiting for KYC',
    blocked: 'Blocked',
    providers: 'Credentials to look at',
    needs: 'Needs somebody',
    nothing: 'Nothing waits for you.',
    everyone: 'all companies',
    ends: (provider: string, company: string, at: string) =>
      `The certificate of ${provider} (${company}) ends on ${at}`,
    ended: (provider: string, company: string, at: string) =>
      `The certificate of ${provider} (${company}) ended on ${at}`,
    charges: (number: string) =>
      `${number} charge(s) without an answer of the provider; the service goes on asking`,
    orphans: (number: string) => `${number} orphan charge(s) waiting to be given back`,
    underpaid: (number: string) =>
      `${number} payment(s) of less than was asked for, waiting to be given back`,
    events: (number: string) => `${number} webhook event(s) not delivered`,
  },
});

/** What an operator of the service arrives at: how it is, and what of it waits for somebody. */
export async function serviceHome(visit: Visit, services: DashboardServices): Promise<Response> {
  const { language } = visit;
  const text = WORDS[language];
  const [accounts, health, credentials, attention] = await Promise.all([
    services.accountLists.count(),
    services.health(),
    services.registeredProviders.overview(),
    findServiceAttention(services),
  ]);
  const now = services.now();
  const by = new Date(now.getTime() + CERTIFICATE_NOTICE_MS);
  const counted = (waiting: Waiting, say: (number: string) => string, href: string) =>
    waiting.count === 0 ? [] : [{ href, sentence: say(countOf(waiting, language)) }];
  const ending = credentials.flatMap(({ companyId, provider, certificateEndsAt: endsAt }) => {
    if (endsAt === null || endsAt > by) return [];
    const company = companyId === ALL_COMPANIES ? text.everyone : companyId;
    const say = endsAt > now ? text.ends : text.ended;
    const href = `/providers/${segmentOf(companyId)}/${provider}`;
    return [{ href, sentence: say(provider, company, day(endsAt, language)) }];
  });
  const lines = [
    ...counted(attention.unknownCharges, text.charges, WAITING_PATH),
    ...counted(attention.orphans, text.orphans, ORPHANS_PATH),
    ...counted(attention.underpaid, text.underpaid, UNDERPAID_PATH),
    ...counted(attention.undeliveredEvents, text.events, WAITING_PATH),
    ...ending,
  ];
  const numberOf = (number: number) => count(number, language);
  return visit.page(
    text.title,
    <Live class="home" visit={visit} seconds={LIVE_SECONDS}>
      <section class={lines.length === 0 ? 'needs' : 'needs some'}>
        <h2>{text.needs}</h2>
        {lines.length === 0 ? (
          <p class="hint">{text.nothing}</p>
        ) : (
          <ul>
            {lines.map(({ href, sentence }) => (
              <li>
                <a href={href}>{sentence}</a>
              </li>
            ))}
          </ul>
        )}
      </section>
      <Figures label={text.title}>
        <Figure name={text.companies} value={numberOf(accounts.all)} />
        <Figure name={text.pending} value={numberOf(accounts.pending)} />
        <Figure name={text.blocked} value={numberOf(accounts.blocked)} />
        <Figure name={text.providers} value={numberOf(health.providersToCheck)} />
      </Figures>
    </Live>,
  );
}
