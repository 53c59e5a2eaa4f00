import type { FC } from 'hono/jsx';
import { END_DISPUTE, ENTER_DISPUTE, ENTER_RETURN, UNDO_RETURN } from '../../../acts/taken-back.ts';
import type { Visit } from '../../framework/route.ts';
import { words } from '../../words/words.ts';
import type { ActForm, Refused } from './act-form.tsx';
import { ActForms, formOf } from './act-form.tsx';

const WORDS = words({
  title: ['Contestações e reembolsos no papel', 'Disputes and returns on paper'],
  hint: [
    'Lance aqui o que um provedor só informa por carta, e-mail ou nas próprias páginas. O livro-razão e os eventos seguem como se ele tivesse avisado; uma referência é lançada uma vez.',
    'Enter here what a provider tells by letter, e-mail or its own pages alone. The ledger and the events follow as if it had told them; a reference is entered once.',
  ],
});

const PAYIN = { payinId: 'payin' } as const;
const PAPER = { reference: 'paperReference', document: 'paperNumber' } as const;
const AMOUNT = { label: 'centavos', hint: 'centavosHint' } as const;
const ANSWER_BY = { label: 'answerBy', hint: 'answerByHint' } as const;

export const PAPER_FORMS: readonly ActForm[] = [
  formOf(
    ENTER_DISPUTE,
    'enterDispute',
    { ...PAYIN, amount: AMOUNT, ...PAPER, answerBy: ANSWER_BY },
    { isNew: true },
  ),
  formOf(END_DISPUTE, 'endDispute', { ...PAYIN, document: PAPER.document }, { isNew: true }),
  formOf(ENTER_RETURN, 'enterReturn', { ...PAYIN, amount: AMOUNT, ...PAPER }, { isNew: true }),
  formOf(UNDO_RETURN, 'undoReturn', { ...PAYIN, ...PAPER }, { isNew: true }),
];

/** For providers that tell it on paper alone, a form each. */
export const OnPaper: FC<{ visit: Visit; refused: Refused | null }> = ({ visit, refused }) => {
  const text = WORDS[visit.language];
  return (
    <section>
      <h2 id="on-paper">{text.title}</h2>
      <p class="hint">{text.hint}</p>
      <ActForms forms={PAPER_FORMS} below="/system" visit={visit} refused={refused} />
    </section>
  );
};
