import type { CardOfProof } from './steps.ts';

type Ends = Readonly<Record<'approved' | 'refused', [number: string, holderName: string]>>;

const BY_LAST_DIGIT: Ends = {
  approved: ['4111111111111111', 'ANA SOUZA'],
  refused: ['4012001037141112', 'ANA SOUZA'],
};

/** As the documents of each say how it decides: by the last digit, or by the holder's name. */
const CARDS: Readonly<Record<string, Ends>> = {
  cielo: BY_LAST_DIGIT,
  braspag: BY_LAST_DIGIT,
  mercadopago: { approved: ['5031433215406351', 'APRO'], refused: ['5031433215406351', 'OTHE'] },
};

/** Of the provider's own sandbox; null where its documents name none that is known here. */
export function cardOfProof(provider: string, end: 'approved' | 'refused'): CardOfProof | null {
  const known = CARDS[provider]?.[end];
  if (known === undefined) return null;
  const [number, holderName] = known;
  const card = { holderName, number, expirationMonth: '11', expirationYear: '2030' };
  const brand = number.startsWith('4') ? 'visa' : 'mastercard';
  return { card: { kind: 'card', card }, brand, cvv: '123' };
}
