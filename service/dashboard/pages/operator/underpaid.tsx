import type { FC } from 'hono/jsx';
import { RETURN_UNDERPAID } from '../../../acts/underpaid.ts';
import { ApiError } from '../../../base/shared/api-error.ts';
import type { WaitingUnderpayment } from '../../../domain/payins/refunds/underpayment.ts';
import { Form, Notice, SubmitButton } from '../../framework/parts/form.tsx';
import { ofNumbers } from '../../framework/parts/table.tsx';
import { money } from '../../framework/parts/values.ts';
import type { Visit } from '../../framework/route.ts';
import { whyRefused } from '../../words/say-refusal.ts';
import { pageWords } from '../../words/words.ts';
import { Queue } from './waiting.tsx';

const WORDS = pageWords({
  title: ['Pagos a menor', 'Paid too little'],
  none: ['Nenhum pagamento de menos do que foi pedido.', 'No payment of less than was asked for.'],
  hint: [
    'O que entrou volta para quem pagou, e o pagamento termina como FAILED.',
    'What came in goes back to whoever paid, and the payment ends as FAILED.',
  ],
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
  const text = WORDS[language];
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
  const text = WORDS[visit.language];
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
