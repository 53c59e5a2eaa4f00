import type { FC } from 'hono/jsx';
import type { Balance } from '../../../../contract/payments/balance.ts';
import { money } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { Figure, Figures } from './figures.tsx';

const WORDS = words({
  title: ['Saldo', 'Balance'],
  available: ['Disponível', 'Available'],
  reserved: ['Retido em reserva', 'Held in reserve'],
  onItsWay: ['A caminho', 'On its way'],
  onItsWayHint: ['saques em processamento', 'payouts in process'],
  debt: ['Devido', 'Owed'],
});

export const HomeBalance: FC<{ balance: Balance; language: Language }> = ({
  balance,
  language,
}) => {
  const text = WORDS[language];
  const { available, reserved, inFlight, debt } = balance;
  return (
    <Figures label={text.title}>
      <Figure name={text.available} value={money(available, language)} />
      <Figure name={text.reserved} value={money(reserved, language)} />
      <Figure name={text.onItsWay} value={money(inFlight, language)}>
        {text.onItsWayHint}
      </Figure>
      {debt === 0 ? null : <Figure name={text.debt} value={money(debt, language)} />}
    </Figures>
  );
};
