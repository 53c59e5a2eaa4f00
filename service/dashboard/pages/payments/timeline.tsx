import type { FC } from 'hono/jsx';
import type { PayinTimeline, TimelineEntry } from '../../../domain/payins/payin-timeline.ts';
import { Moment } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { pageWords } from '../../words/words.ts';
import { actName, whoDid } from '../audit/act-names.ts';
import { PAYMENT_WORDS } from './payment-words.ts';

const WORDS = pageWords({
  title: ['Linha do tempo', 'Timeline'],
  cut: [
    'O começo não é mostrado: aconteceu mais do que cabe aqui.',
    'The beginning is not shown: more happened than there is room for.',
  ],
  created: ['Pagamento criado', 'Payment created'],
  request: ['requisição', 'request'],
  lookedUp: [
    'Próxima consulta ao provedor; consultas até agora',
    'Provider asked next; asked so far',
  ],
  ended: ['Encerrado', 'Ended'],
  threeDS: {
    OPEN: ['Autenticação 3-D Secure iniciada', '3-D Secure authentication begun'],
    AUTHENTICATED: ['Comprador autenticado por 3-D Secure', 'Buyer authenticated by 3-D Secure'],
    ATTEMPTED: ['Autenticação 3-D Secure tentada', '3-D Secure authentication attempted'],
    FAILED: ['Autenticação 3-D Secure falhou', '3-D Secure authentication failed'],
    EXPIRED: ['Autenticação 3-D Secure venceu', '3-D Secure authentication ran out of time'],
  },
  challenge: {
    asked: ['o banco pediu confirmação', 'the bank asked for a confirmation'],
    notAsked: ['sem pedir nada ao comprador', 'without asking the buyer'],
  },
  refundBegun: ['Reembolso pedido', 'Refund asked for'],
  refundEnded: {
    PENDING: ['Reembolso a caminho', 'Refund on its way'],
    DONE: ['Reembolso feito', 'Refund done'],
    FAILED: ['Reembolso recusado', 'Refund refused'],
  },
  reversalBegun: ['Reembolso do que entrou iniciado', 'What came in is being given back'],
  reversalDone: ['O que entrou foi reembolsado', 'What came in was given back'],
  byHand: ['à mão, na adquirente', 'by hand, at the acquirer'],
  postings: {
    opening_balance: ['Saldo inicial', 'Opening balance'],
    payin_approved: ['Pagamento creditado', 'Payment credited'],
    payin_refunded: ['Reembolso debitado', 'Refund debited'],
    payin_charged_back: ['Chargeback debitado', 'Chargeback debited'],
    payin_med: ['MED debitado', 'MED debited'],
    payin_restored: ['Contestação revertida', 'Dispute reversed'],
    reserve_released: ['Reserva liberada', 'Reserve released'],
    waiting_released: ['Parcela liberada', 'Installment released'],
    refund_held: ['Valor do reembolso separado', 'Amount of the refund held'],
    refund_done: ['Reembolso concluído no saldo', 'Refund settled in the balance'],
    refund_released: [
      'Valor do reembolso de volta ao saldo',
      'Amount of the refund back in the balance',
    ],
    payout_created: ['Saque criado', 'Payout created'],
    payout_completed: ['Saque concluído', 'Payout completed'],
    payout_returned: ['Saque que voltou', 'Payout returned'],
  },
  accounts: {
    available: ['disponível', 'available'],
    clearing: ['mundo externo', 'outside world'],
    debt: ['dívida', 'debt'],
    fees: ['tarifas', 'fees'],
    in_flight: ['a caminho', 'in flight'],
    reserve: ['reserva', 'reserve'],
    waiting: ['a receber', 'incoming'],
  },
  recipient: ['recebedor', 'recipient'],
  delivery: ['Entrega de', 'Delivery of'],
  events: {
    PENDING: ['a entregar', 'to be delivered'],
    DELIVERED: ['entregue', 'delivered'],
    UNDELIVERED: ['não entregue', 'not delivered'],
  },
  by: ['por', 'by'],
  refusedAct: ['recusado', 'refused'],
});

/** `people`: the names of those who may have done something, by id. */
type TimelineProps = {
  timeline: PayinTimeline;
  language: Language;
  people: ReadonlyMap<string, string>;
};

export const Timeline: FC<TimelineProps> = ({ timeline, language, people }) => {
  const text = WORDS[language];
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">{text.title}</h2>
      {timeline.isCut ? <p class="hint">{text.cut}</p> : null}
      <ol class="timeline">
        {timeline.entries.map((entry) => (
          <li class={entry.kind}>
            <Moment at={entry.at} language={language} />
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
      return (
        <p>
          {`${text.created}, ${entry.provider}`}
          {entry.requestId && (
            <>
              {`, ${text.request} `}
              <code>{entry.requestId}</code>
            </>
          )}
        </p>
      );
    case 'look-up':
      return <p>{`${text.lookedUp}: ${entry.looks}`}</p>;
    case 'ended':
      return (
        <p>
          {`${text.ended}: ${PAYMENT_WORDS[language].statuses[entry.status]}`}
          {[entry.declineReason, entry.refusal].map((code) => code && <code>{` ${code}`}</code>)}
        </p>
      );
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
      const who = whoDid(entry.actor, people, language);
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
      {entry.endToEndId && <code>{` ${entry.endToEndId}`}</code>}
    </p>
  );
};

function signed(centavos: number, language: Language): string {
  const amount = money(Math.abs(centavos), language);
  return centavos < 0 ? `−${amount}` : `+${amount}`;
}
