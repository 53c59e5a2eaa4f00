import type { FC } from 'hono/jsx';
import type { Attention, Waiting, WaitingOfAll } from '../../../domain/summaries/attention.ts';
import { MANY } from '../../../domain/summaries/attention.ts';
import { day, moment } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { countOf } from '../operator/waiting.tsx';

export const UNDELIVERED = {
  one: ['1 evento de webhook não foi entregue', '1 webhook event was not delivered'],
  many: [
    '{count} eventos de webhook não foram entregues',
    '{count} webhook events were not delivered',
  ],
} as const;

const WORDS = words({
  payouts: {
    one: ['1 saque aguarda aprovação', '1 payout waits for approval'],
    many: ['{count} saques aguardam aprovação', '{count} payouts wait for approval'],
  },
  events: UNDELIVERED,
  charges: {
    one: [
      '1 cobrança está sem resposta da adquirente; o serviço continua perguntando',
      '1 charge has no answer of the acquirer; the service goes on asking',
    ],
    many: [
      '{count} cobranças estão sem resposta da adquirente; o serviço continua perguntando',
      '{count} charges have no answer of the acquirer; the service goes on asking',
    ],
  },
  orphans: {
    one: ['1 cobrança tardia está sendo reembolsada', '1 late charge is being given back'],
    many: [
      '{count} cobranças tardias estão sendo reembolsadas',
      '{count} late charges are being given back',
    ],
  },
  underpaid: {
    one: [
      '1 pagamento veio a menor; quem opera o serviço o reembolsa',
      '1 payment was of too little; whoever runs the service gives it back',
    ],
    many: [
      '{count} pagamentos vieram a menor; quem opera o serviço os reembolsa',
      '{count} payments were of too little; whoever runs the service gives them back',
    ],
  },
  disputes: {
    one: ['1 contestação espera resposta', '1 dispute waits for an answer'],
    many: ['{count} contestações esperam resposta', '{count} disputes wait for an answer'],
  },
  answerBy: [
    (said: string, at: string) => `${said}; a próxima até ${at}`,
    (said: string, at: string) => `${said}; the next by ${at}`,
  ],
  ends: [
    (provider: string, at: string) => `O certificado de ${provider} termina em ${at}`,
    (provider: string, at: string) => `The certificate of ${provider} ends on ${at}`,
  ],
  ended: [
    (provider: string, at: string) => `O certificado de ${provider} terminou em ${at}`,
    (provider: string, at: string) => `The certificate of ${provider} ended on ${at}`,
  ],
});

const DISPUTES_PATH = '/payments/disputes';
const PAYOUTS_PATH = '/payouts?status=AWAITING_APPROVAL';

/** As far as the role of the user may see it; what the service itself works on leads nowhere. */
export const NeedsSomebody: FC<{ attention: Attention; visit: Visit }> = ({ attention, visit }) => {
  const { language, may } = visit;
  const text = WORDS[language];
  const counted = (waiting: Waiting, say: Counted, href: string | null = null): Need[] =>
    needOf({ ...waiting, isCut: waiting.count >= MANY }, say, { href, language });
  const eventsPath = may('events.resend') ? '/webhooks/undelivered' : '/webhooks?state=UNDELIVERED';
  const { payoutsToApprove, undeliveredEvents, unknownCharges, orphans, underpaid } = attention;
  const { answerBy, ...disputes } = attention.disputes;
  const contested = counted(disputes, text.disputes, DISPUTES_PATH).map((need) =>
    answerBy === null
      ? need
      : { ...need, since: null, sentence: text.answerBy(need.sentence, day(answerBy, language)) },
  );
  const needs: Need[] = [
    ...(may('payouts.read') ? counted(payoutsToApprove, text.payouts, PAYOUTS_PATH) : []),
    ...(may('events.read') ? counted(undeliveredEvents, text.events, eventsPath) : []),
    ...(may('payments.read') ? counted(unknownCharges, text.charges) : []),
    ...(may('payments.read') ? counted(orphans, text.orphans) : []),
    ...(may('payments.read') ? counted(underpaid, text.underpaid) : []),
    ...(may('payments.read') ? contested : []),
    ...attention.certificatesEnding.map(({ provider, endsAt }) => ({
      href: null,
      sentence: (endsAt > visit.now ? text.ends : text.ended)(provider, day(endsAt, language)),
      since: null,
    })),
  ];
  return <Needs needs={needs} language={language} />;
};

const NEEDS_WORDS = words({
  title: ['Precisa de alguém', 'Needs somebody'],
  nothing: ['Nada espera por você.', 'Nothing waits for you.'],
  since: ['desde', 'since'],
});

/** `href`: where it is worked on. `since`: when the first of it began to wait. */
export type Need = { sentence: string; href: string | null; since: Date | null };

/** `many`: the number is put in for `{count}`. */
export type Counted = { one: string; many: string };

export function needOf(
  waiting: WaitingOfAll,
  say: Counted,
  { href, language }: { href: string | null; language: Language },
): Need[] {
  const { count, since } = waiting;
  if (count === 0) return [];
  const sentence = count === 1 ? say.one : say.many.replace('{count}', countOf(waiting, language));
  return [{ href, since, sentence }];
}

export const Needs: FC<{ needs: readonly Need[]; language: Language }> = ({ needs, language }) => {
  const text = NEEDS_WORDS[language];
  return (
    <section class={needs.length === 0 ? 'needs' : 'needs some'}>
      <h2>{text.title}</h2>
      {needs.length === 0 ? (
        <p class="hint">{text.nothing}</p>
      ) : (
        <ul>
          {needs.map(({ href, sentence, since }) => (
            <li>
              {href === null ? sentence : <a href={href}>{sentence}</a>}
              {since === null ? null : (
                <>
                  {' '}
                  <time datetime={since.toISOString()}>
                    {`${text.since} ${moment(since, language)}`}
                  </time>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
