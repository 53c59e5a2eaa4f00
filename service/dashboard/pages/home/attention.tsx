import type { FC } from 'hono/jsx';
import type { Role } from '../../../domain/people/roles.ts';
import { permissionOf } from '../../../domain/people/roles.ts';
import type { Attention, Waiting } from '../../../domain/summaries/attention.ts';
import { MANY } from '../../../domain/summaries/attention.ts';
import { day } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import type { Counted, Need } from './needs.tsx';
import { Needs, needOf } from './needs.tsx';

const WORDS = words({
  payouts: {
    one: ['1 saque aguarda aprovação', '1 payout waits for approval'],
    many: [
      (count: string) => `${count} saques aguardam aprovação`,
      (count: string) => `${count} payouts wait for approval`,
    ],
  },
  events: {
    one: ['1 evento de webhook não foi entregue', '1 webhook event was not delivered'],
    many: [
      (count: string) => `${count} eventos de webhook não foram entregues`,
      (count: string) => `${count} webhook events were not delivered`,
    ],
  },
  charges: {
    one: [
      '1 cobrança está sem resposta da adquirente; o serviço continua perguntando',
      '1 charge has no answer of the acquirer; the service goes on asking',
    ],
    many: [
      (count: string) =>
        `${count} cobranças estão sem resposta da adquirente; o serviço continua perguntando`,
      (count: string) =>
        `${count} charges have no answer of the acquirer; the service goes on asking`,
    ],
  },
  orphans: {
    one: ['1 cobrança tardia está sendo devolvida', '1 late charge is being given back'],
    many: [
      (count: string) => `${count} cobranças tardias estão sendo devolvidas`,
      (count: string) => `${count} late charges are being given back`,
    ],
  },
  underpaid: {
    one: [
      '1 pagamento veio a menor; quem opera o serviço o devolve',
      '1 payment was of too little; whoever runs the service gives it back',
    ],
    many: [
      (count: string) => `${count} pagamentos vieram a menor; quem opera o serviço os devolve`,
      (count: string) =>
        `${count} payments were of too little; whoever runs the service gives them back`,
    ],
  },
  ends: [
    (provider: string, at: string) => `O certificado de ${provider} termina em ${at}`,
    (provider: string, at: string) => `The certificate of ${provider} ends on ${at}`,
  ],
  ended: [
    (provider: string, at: string) => `O certificado de ${provider} terminou em ${at}`,
    (provider: string, at: string) => `The certificate of ${provider} ended on ${at}`,
  ],
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
  const counted = (waiting: Waiting, say: Counted, href: string | null = null): Need[] =>
    needOf({ ...waiting, isCut: waiting.count >= MANY }, say, { href, language });
  const eventsPath = may('events.resend') ? '/webhooks/undelivered' : '/webhooks?state=UNDELIVERED';
  const { payoutsToApprove, undeliveredEvents, unknownCharges, orphans, underpaid } = attention;
  const needs: Need[] = [
    ...(may('payouts.read') ? counted(payoutsToApprove, text.payouts, PAYOUTS_PATH) : []),
    ...(may('events.read') ? counted(undeliveredEvents, text.events, eventsPath) : []),
    ...(may('payments.read') ? counted(unknownCharges, text.charges) : []),
    ...(may('payments.read') ? counted(orphans, text.orphans) : []),
    ...(may('payments.read') ? counted(underpaid, text.underpaid) : []),
    ...attention.certificatesEnding.map(({ provider, endsAt }) => ({
      href: null,
      sentence: (endsAt > realTime ? text.ends : text.ended)(provider, day(endsAt, language)),
      since: null,
    })),
  ];
  return <Needs needs={needs} language={language} />;
};
