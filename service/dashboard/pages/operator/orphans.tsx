import type { FC } from 'hono/jsx';
import { MARK_RETURNED } from '../../../acts/orphans.ts';
import { RETURN_UNDERPAID } from '../../../acts/underpaid.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import type { OpenReversal } from '../../../domain/payins/refunds/reversal.ts';
import type { WaitingUnderpayment } from '../../../domain/payins/refunds/underpayment.ts';
import { Field, Form, Notice, SubmitButton } from '../../framework/parts/form.tsx';
import { moment, money, ofNumbers } from '../../framework/parts/shown.tsx';
import type { Visit } from '../../framework/route.ts';
import { whyRefused } from '../../words/say-refusal.ts';
import { pageWords } from '../../words/words.ts';
import { Queue } from './waiting.tsx';

const WORDS = pageWords({
  title: ['Cobranças sem dono', 'Orphan charges'],
  none: ['Nenhuma cobrança à espera de reembolso.', 'No charge waits to be given back.'],
  hint: [
    'Aprovadas depois que o pagamento falhou, ou pagas a menor. O que o provedor não reembolsa por aqui, reembolse nele e dê como reembolsado.',
    'Approved after their payment had failed, or paid too little. What the provider does not give back from here, give back there and mark as returned.',
  ],
  payin: ['Pagamento', 'Payment'],
  charge: ['Cobrança no provedor', 'Charge at the provider'],
  states: {
    open: ['O serviço pergunta de novo ao provedor', 'The service asks the provider again'],
    by_hand: ['À espera de alguém', 'Waits for somebody'],
  },
  act: ['Reembolsada?', 'Returned?'],
  reference: ['Id do reembolso no provedor', 'Id of the return at the provider'],
  mark: ['Dar como reembolsada', 'Mark as returned'],
  done: ['A cobrança consta como reembolsada.', 'The charge is written as given back.'],
  needsReference: [
    'Informe o id do reembolso no provedor, que fora do sandbox é obrigatório.',
    'Give the id of the return at the provider, which is required outside the sandbox.',
  ],
  wrongReference: [
    'O id do reembolso tem de 1 a 64 letras, números, ponto, _ ou -, e não é o número de um cartão.',
    'The id of the return is 1 to 64 letters, digits, dots, _ or -, and not a card number.',
  ],
  refused: ['Não foi dada como reembolsada:', 'It was not marked as returned:'],
});

/** Each is marked once an operator has given the charge back by hand. */
export const Orphans: FC<{ open: readonly OpenReversal[]; visit: Visit }> = ({ open, visit }) => {
  const { language } = visit;
  const text = WORDS[language];
  return (
    <Queue
      id="orphans"
      text={text}
      columns={[
        text.payin,
        text.company,
        ofNumbers(text.amount),
        text.provider,
        text.charge,
        text.since,
        text.state,
        text.act,
      ]}
      rows={open.map(({ reversal }) => [
        <code>{reversal.payinId}</code>,
        reversal.companyId,
        money(reversal.amount, language),
        reversal.provider,
        <code>{reversal.externalId}</code>,
        moment(reversal.begunAt, language),
        reversal.isByHand ? text.states.by_hand : text.states.open,
        <Mark payin={reversal.payinId} visit={visit} />,
      ])}
    />
  );
};

const Mark: FC<{ payin: string; visit: Visit }> = ({ payin, visit }) => {
  const text = WORDS[visit.language];
  return (
    <Form action="/system/orphans" visit={visit} label={`${text.mark} ${payin}`}>
      <input type="hidden" name="payin" value={payin} />
      <Field
        name="acquirer-reference"
        of={payin}
        label={text.reference}
        autocomplete="off"
        spellcheck={false}
      />
      <SubmitButton kind="danger">{text.mark}</SubmitButton>
    </Form>
  );
};

/** As `operator orphan mark-returned` does. */
export async function markReturned(visit: Visit) {
  const text = WORDS[visit.language];
  const { payin = '' } = visit.form;
  const acquirerReference = visit.form['acquirer-reference']?.trim() || undefined;
  try {
    await visit.act(MARK_RETURNED, { payinId: payin, acquirerReference });
    return <Notice kind="good">{text.done}</Notice>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isWrong = error.details.some(({ path }) => path === 'acquirer-reference');
    const reason = acquirerReference === undefined ? text.needsReference : text.wrongReference;
    const why = isWrong ? reason : `${text.refused} ${whyRefused(error, visit.language)}`;
    return <Notice kind="bad">{why}</Notice>;
  }
}

const UNDERPAID_WORDS = pageWords({
  title: ['Pagos a menor', 'Paid too little'],
  none: ['Nenhum pagamento de menos do que foi pedido.', 'No payment of less than was asked for.'],
  hint: [
    'O que entrou volta para quem pagou, e o pagamento termina como FAILED.',
    'What came in goes back to whoever paid, and the payment ends as FAILED.',
  ],
  payin: ['Pagamento', 'Payment'],
  asked: ['Pedido', 'Asked for'],
  paid: ['Pago', 'Paid'],
  act: ['Reembolsar', 'Give back'],
  done: ['O que entrou foi reembolsado.', 'What came in has gone back.'],
  open: [
    'O provedor foi consultado e ainda não reembolsou; o serviço pergunta de novo.',
    'The provider was asked and has not given it back yet; the service asks again.',
  ],
  by_hand: [
    'O provedor não reembolsa por aqui: reembolse no provedor e dê como reembolsada em Cobranças sem dono.',
    'The provider does not give it back from here: give it back there and mark it at Orphan charges.',
  ],
  refused: ['Não foi reembolsado:', 'It was not given back:'],
});

export const Underpaid: FC<{
  waiting: readonly WaitingUnderpayment[];
  visit: Visit;
}> = ({ waiting, visit }) => {
  const { language } = visit;
  const text = UNDERPAID_WORDS[language];
  return (
    <Queue
      id="underpaid"
      text={text}
      columns={[
        text.payin,
        text.company,
        ofNumbers(text.asked),
        ofNumbers(text.paid),
        text.provider,
        text.act,
      ]}
      rows={waiting.map(({ payinId, companyId, amount, paidAmount, provider }) => [
        <code>{payinId}</code>,
        companyId,
        money(amount, language),
        money(paidAmount, language),
        provider,
        <Form action="/system/underpaid" visit={visit}>
          <input type="hidden" name="payin" value={payinId} />
          <SubmitButton kind="danger">{text.act}</SubmitButton>
        </Form>,
      ])}
    />
  );
};

/** As `operator underpaid return` does. */
export async function returnUnderpaid(visit: Visit) {
  const text = UNDERPAID_WORDS[visit.language];
  try {
    const { payin: payinId = '' } = visit.form;
    const { doneAt, isByHand } = await visit.act(RETURN_UNDERPAID, { payinId });
    const told = doneAt !== null ? 'done' : isByHand ? 'by_hand' : 'open';
    return <Notice kind={told === 'by_hand' ? 'bad' : 'good'}>{text[told]}</Notice>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return <Notice kind="bad">{`${text.refused} ${whyRefused(error, visit.language)}`}</Notice>;
  }
}
