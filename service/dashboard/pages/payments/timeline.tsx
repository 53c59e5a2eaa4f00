import type { FC } from 'hono/jsx';
import type { LedgerAccount, LedgerKind } from '../../../domain/ledger/ledger.ts';
import type { PayinTimeline, TimelineEntry } from '../../../domain/payins/payin-timeline.ts';
import type { ThreeDSStatus } from '../../../domain/payins/three-d-secure/three-d-secure.ts';
import { moment, money } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { actName } from '../audit/act-names.ts';
import { PAYMENT_WORDS } from './payment-words.ts';

type TimelineWords = {
  title: string;
  cut: string;
  created: string;
  ended: string;
  threeDS: Readonly<Record<ThreeDSStatus, string>>;
  /** Whether the card's bank asked the buyer. */
  challenge: Readonly<Record<'asked' | 'notAsked', string>>;
  refundBegun: string;
  refundEnded: Readonly<Record<'PENDING' | 'DONE' | 'FAILED', string>>;
  reversalBegun: string;
  reversalDone: string;
  byHand: string;
  postings: Readonly<Record<LedgerKind, string>>;
  accounts: Readonly<Record<Exclude<LedgerAccount, `recipient:${string}`>, string>>;
  recipient: string;
  event: string;
  delivery: string;
  events: Readonly<Record<'PENDING' | 'DELIVERED' | 'UNDELIVERED', string>>;
  by: string;
  actors: Readonly<Record<string, string>>;
  refusedAct: string;
};

const WORDS = words<TimelineWords>({
  'pt-BR': {
    title: 'Linha do tempo',
    cut: 'O começo não é mostrado: aconteceu mais do que cabe aqui.',
    created: 'Pagamento criado',
    ended: 'Encerrado',
    threeDS: {
      OPEN: 'Autenticação 3-D Secure iniciada',
      AUTHENTICATED: 'Comprador autenticado por 3-D Secure',
      ATTEMPTED: 'Autenticação 3-D Secure tentada',
      FAILED: 'Autenticação 3-D Secure falhou',
      EXPIRED: 'Autenticação 3-D Secure venceu',
    },
    challenge: { asked: 'o banco pediu confirmação', notAsked: 'sem pedir nada ao comprador' },
    refundBegun: 'Reembolso pedido',
    refundEnded: {
      PENDING: 'Reembolso a caminho',
      DONE: 'Reembolso feito',
      FAILED: 'Reembolso recusado',
    },
    reversalBegun: 'Devolução do que entrou iniciada',
    reversalDone: 'O que entrou foi devolvido',
    byHand: 'à mão, na adquirente',
    postings: {
      opening_balance: 'Saldo inicial',
      payin_approved: 'Pagamento creditado',
      payin_refunded: 'Reembolso debitado',
      payin_charged_back: 'Chargeback debitado',
      payin_med: 'MED debitado',
      payin_restored: 'Contestação revertida',
      reserve_released: 'Reserva liberada',
      refund_held: 'Valor do reembolso separado',
      refund_done: 'Reembolso concluído no saldo',
      refund_released: 'Valor do reembolso devolvido ao saldo',
      payout_created: 'Saque criado',
      payout_completed: 'Saque concluído',
      payout_returned: 'Saque devolvido',
    },
    accounts: {
      available: 'disponível',
      clearing: 'mundo externo',
      debt: 'dívida',
      fees: 'tarifas',
      in_flight: 'a caminho',
      reserve: 'reserva',
    },
    recipient: 'recebedor',
    event: 'Evento',
    delivery: 'Entrega de',
    events: { PENDING: 'a entregar', DELIVERED: 'entregue', UNDELIVERED: 'não entregue' },
    by: 'por',
    actors: { merchant: 'API', service: 'serviço' },
    refusedAct: 'recusado',
  },
  en: {
    title: 'Timeline',
    cut: 'The beginning is not shown: more happened than there is room for.',
    created: 'Payment created',
    ended: 'Ended',
    threeDS: {
      OPEN: '3-D Secure authentication begun',
      AUTHENTICATED: 'Buyer authenticated by 3-D Secure',
      ATTEMPTED: '3-D Secure authentication attempted',
      FAILED: '3-D Secure authentication failed',
      EXPIRED: '3-D Secure authentication ran out of time',
    },
    challenge: { asked: 'the bank asked for a confirmation', notAsked: 'without asking the buyer' },
    refundBegun: 'Refund asked for',
    refundEnded: {
      PENDING: 'Refund on its way',
      DONE: 'Refund done',
      FAILED: 'Refund refused',
    },
    reversalBegun: 'What came in is being given back',
    reversalDone: 'What came in was given back',
    byHand: 'by hand, at the acquirer',
    postings: {
      opening_balance: 'Opening balance',
      payin_approved: 'Payment credited',
      payin_refunded: 'Refund debited',
      payin_charged_back: 'Chargeback debited',
      payin_med: 'MED debited',
      payin_restored: 'Dispute reversed',
      reserve_released: 'Reserve released',
      refund_held: 'Amount of the refund held',
      refund_done: 'Refund settled in the balance',
      refund_released: 'Amount of the refund back in the balance',
      payout_created: 'Payout created',
      payout_completed: 'Payout completed',
      payout_returned: 'Payout returned',
    },
    accounts: {
      available: 'available',
      clearing: 'outside world',
      debt: 'debt',
      fees: 'fees',
      in_flight: 'in flight',
      reserve: 'reserve',
    },
    recipient: 'recipient',
    event: 'Event',
    delivery: 'Delivery of',
    events: { PENDING: 'to be delivered', DELIVERED: 'delivered', UNDELIVERED: 'not delivered' },
    by: 'by',
    actors: { merchant: 'API', service: 'service' },
    refusedAct: 'refused',
  },
});

/** `people`: the names of those who may have done something, by id. */
type TimelineProps = {
  timeline: PayinTimeline;
  language: Language;
  people: ReadonlyMap<string, string>;
};

/** All that happened to a payment, oldest first. */
export const Timeline: FC<TimelineProps> = ({ timeline, language, people }) => {
  const text = WORDS[language];
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">{text.title}</h2>
      {timeline.isCut ? <p class="hint">{text.cut}</p> : null}
      <ol class="timeline">
        {timeline.entries.map((entry) => (
          <li class={entry.kind}>
            <time datetime={entry.at.toISOString()}>{moment(entry.at, language)}</time>
            <Entry entry={entry} language={language} people={people} />
          </li>
        ))}
      </ol>
    </section>
  );
};

type EntryProps = Omit<TimelineProps, 'timeline'> & { entry: TimelineEntry };

const Entry: FC<EntryProps> = ({ entry, language, people }) => {
  const text = WORDS[language];
  switch (entry.kind) {
    case 'created':
      return <p>{text.created}</p>;
    case 'ended':
      return <p>{`${text.ended}: ${PAYMENT_WORDS[language].statuses[entry.status]}`}</p>;
    case 'three-d-secure':
      return (
        <p>
          {text.threeDS[entry.status]}
          {entry.isChallenged === null
            ? null
            : `, ${entry.isChallenged ? text.challenge.asked : text.challenge.notAsked}`}
          {entry.reason === null ? null : <code>{` ${entry.reason}`}</code>}
        </p>
      );
    case 'refund-begun':
      return (
        <p>
          {`${text.refundBegun}: ${money(entry.amount, language)}`}
          {entry.reason === null ? null : ` – ${entry.reason}`} <code>{entry.refundId}</code>
        </p>
      );
    case 'refund-ended':
      return (
        <p>
          {`${text.refundEnded[entry.status]}: ${money(entry.amount, language)}`}
          {entry.failureReason === null ? null : ` – ${entry.failureReason}`}
        </p>
      );
    case 'reversal-begun':
    case 'reversal-done':
      return (
        <p>
          {entry.kind === 'reversal-begun' ? text.reversalBegun : text.reversalDone}
          {`: ${money(entry.amount, language)}${entry.isByHand ? `, ${text.byHand}` : ''}`}
        </p>
      );
    case 'posting':
      return <Posting entry={entry} language={language} />;
    case 'event':
      return (
        <p>
          {text.event} <code>{entry.event}</code> {text.events[entry.status]}
        </p>
      );
    case 'delivery':
      return (
        <p>
          {text.delivery} <code>{entry.event}</code>: <code>{entry.outcome}</code>
        </p>
      );
    case 'act': {
      const who = people.get(entry.actor) ?? text.actors[entry.actor] ?? entry.actor;
      const refused = entry.code === null ? '' : ` – ${text.refusedAct} (${entry.code})`;
      return <p>{`${actName(entry.action, language)} ${text.by} ${who}${refused}`}</p>;
    }
  }
};

const Posting: FC<{
  entry: Extract<TimelineEntry, { kind: 'posting' }>;
  language: Language;
}> = ({ entry, language }) => {
  const text = WORDS[language];
  const nameOf = (account: string) =>
    account.startsWith('recipient:')
      ? `${text.recipient} ${account.slice('recipient:'.length)}`
      : (new Map(Object.entries(text.accounts)).get(account) ?? account);
  // The other side of every entry says nothing to a merchant.
  const moved = Object.entries(entry.amounts).filter(([account]) => account !== 'clearing');
  const amounts = moved.map(
    ([account, amount = 0]) => `${nameOf(account)} ${signed(amount, language)}`,
  );
  return (
    <p>
      {text.postings[entry.posting]}
      {amounts.length === 0 ? null : `: ${amounts.join(', ')}`}
    </p>
  );
};

function signed(centavos: number, language: Language): string {
  const amount = money(Math.abs(centavos), language);
  return centavos < 0 ? `−${amount}` : `+${amount}`;
}
