import type { FC } from 'hono/jsx';
import type { Balance } from '../../../../contract/balance.ts';
import { money } from '../../framework/parts/values.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';
import { Figure, Figures } from './figures.tsx';

const WORDS = words({
  'pt-BR': {
    title: 'Saldo',
    available: 'Disponível',
    reserved: 'Retido em reserva',
    onItsWay: 'A caminho',
    onItsWayHint: 'saques em processamento',
    debt: 'Devido',
  },
  en: {
    title: 'Balance',
    available: 'Available',
    reserved: 'Held in reserve',
    onItsWay: 'On its way',
    onItsWayHint: 'payouts in process',
    debt: 'Owed',
  },
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
