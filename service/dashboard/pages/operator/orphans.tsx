import type { FC } from 'hono/jsx';
import { MARK_RETURNED } from '../../../acts/orphans.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import type { OpenReversal } from '../../../domain/payins/refunds/reversal.ts';
import { Field, Form, Notice, SubmitButton } from '../../framework/parts/form.tsx';
import { ofNumbers } from '../../framework/parts/table.tsx';
import { moment, money } from '../../framework/parts/values.ts';
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
