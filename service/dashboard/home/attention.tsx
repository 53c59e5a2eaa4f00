import type { FC } from 'hono/jsx';
import type { Role } from '../../people/roles.ts';
import { permissionOf } from '../../people/roles.ts';
import type { Attention } from '../../summaries/attention.ts';
import { MANY } from '../../summaries/attention.ts';
import { day } from '../parts/values.ts';
import type { Language } from '../words.ts';
import { words } from '../words.ts';

const WORDS = words({
  'pt-BR': {
    title: 'Precisa de alguém',
    nothing: 'Nada espera por você.',
    payouts: (count: string) => `${count} saque(s) aguardando aprovação`,
    events: (count: string) => `${count} evento(s) de webhook não entregues`,
    charges: (count: string) =>
      `${count} cobrança(s) sem resposta da adquirente; o serviço continua perguntando`,
    orphans: (count: string) => `${count} cobrança(s) tardia(s) sendo devolvida(s)`,
    underpaid: (count: string) =>
      `${count} pagamento(s) de menos do que foi pedido; quem opera o serviço os devolve`,
    ends: (provider: string, at: string) => `O certificado de ${provider} termina em ${at}`,
    ended: (provider: string, at: string) => `O certificado de ${provider} terminou em ${at}`,
    many: `${MANY} ou mais`,
  },
  en: {
    title: 'Needs somebody',
    nothing: 'Nothing waits for you.',
    payouts: (count: string) => `${count} payout(s) waiting for approval`,
    events: (count: string) => `${count} webhook event(s) not delivered`,
    charges: (count: string) =>
      `${count} charge(s) without an answer of the acquirer; the service goes on asking`,
    orphans: (count: string) => `${count} late charge(s) being given back`,
    underpaid: (count: string) =>
      `${count} payment(s) of less than was asked for; whoever runs the service gives them back`,
    ends: (provider: string, at: string) => `The certificate of ${provider} ends on ${at}`,
    ended: (provider: string, at: string) => `The certificate of ${provider} ended on ${at}`,
    many: `${MANY} or more`,
  },
});

const PAYOUTS_PATH = '/payouts?status=AWAITING_APPROVAL';

/**
 * What waits for a person, as far as this one's role may see it, and where they work on it; what
 * the service itself works on leads nowhere.
 */
export const NeedsSomebody: FC<{
  attention: Attention;
  role: Role;
  language: Language;
  /** By which certificates end. */
  realTime: Date;
}> = ({ attention, role, language, realTime }) => {
  const text = WORDS[language];
  const may = (act: Parameters<typeof permissionOf>[1]) => permissionOf(role, act) !== 'no';
  const counted = (count: number, say: (count: string) => string, href: string | null = null) =>
    count === 0 ? [] : [{ href, sentence: say(count >= MANY ? text.many : String(count)) }];
  const eventsPath = may('events.resend') ? '/webhooks/undelivered' : '/webhooks?state=UNDELIVERED';
  const { payoutsToApprove, undeliveredEvents, unknownCharges, orphans, underpaid } = attention;
  const lines = [
    ...(may('payouts.read') ? counted(payoutsToApprove, text.payouts, PAYOUTS_PATH) : []),
    ...(may('events.read') ? counted(undeliveredEvents, text.events, eventsPath) : []),
    ...(may('payments.read') ? counted(unknownCharges, text.charges) : []),
    ...(may('payments.read') ? counted(orphans, text.orphans) : []),
    ...(may('payments.read') ? counted(underpaid, text.underpaid) : []),
    ...attention.certificatesEnding.map(({ provider, endsAt }) => ({
      href: null,
      sentence: (endsAt > realTime ? text.ends : text.ended)(provider, day(endsAt, language)),
    })),
  ];
  return (
    <section class={lines.length === 0 ? 'needs' : 'needs some'}>
      <h2>{text.title}</h2>
      {lines.length === 0 ? (
        <p class="hint">{text.nothing}</p>
      ) : (
        <ul>
          {lines.map(({ href, sentence }) => (
            <li>{href === null ? sentence : <a href={href}>{sentence}</a>}</li>
          ))}
        </ul>
      )}
    </section>
  );
};
