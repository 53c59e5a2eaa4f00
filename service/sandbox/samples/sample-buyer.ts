import type { Customer } from '../../../contract/payments/customer.ts';
import type { SampleChance } from './sample-chance.ts';

/** Nobody: first and last names are put together by chance. */
const FIRST_NAMES = [
  'Ana',
  'Bruno',
  'Camila',
  'Diego',
  'Elisa',
  'Fábio',
  'Gabriela',
  'Hugo',
] as const;
const LAST_NAMES = ['Almeida', 'Barros', 'Cardoso', 'Duarte', 'Esteves', 'Farias'] as const;

const PLACES = [
  { city: 'São Paulo', state: 'SP', zipCode: '01310100', areaCode: '11' },
  { city: 'Belo Horizonte', state: 'MG', zipCode: '30130010', areaCode: '31' },
  { city: 'Recife', state: 'PE', zipCode: '50030230', areaCode: '81' },
  { city: 'Curitiba', state: 'PR', zipCode: '80020320', areaCode: '41' },
] as const;

export function sampleBuyer(chance: SampleChance): Customer {
  const [first, last] = [chance.pick(FIRST_NAMES), chance.pick(LAST_NAMES)];
  const { city, state, zipCode, areaCode } = chance.pick(PLACES);
  const mailbox = `${first}.${last}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return {
    name: `${first} ${last}`,
    document: cpfOf(chance.between(100_000_000, 999_999_999)),
    // A name that is reserved for examples: no mail goes anywhere.
    email: `${mailbox}@example.com`,
    phone: `55${areaCode}9${chance.between(10_000_000, 99_999_999)}`,
    address: {
      street: 'Rua das Acácias',
      number: String(chance.between(1, 900)),
      zipCode,
      city,
      state,
    },
  };
}

/** Nine digits with the two that follow from them. */
function cpfOf(nine: number): string {
  const digits = [...String(nine)].map(Number);
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, place) => total + digit * (length + 1 - place), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

/** Of no published test card: a Visa or Mastercard number that the sandbox has no answer of its own to. */
export function sampleCardNumber(chance: SampleChance): string {
  const prefix = chance.pick(['453211', '542418', '491603']);
  const fifteen = `${prefix}${String(chance.between(0, 999_999_999)).padStart(9, '0')}`;
  const sum = [...fifteen].reduce((total, character, place) => {
    const doubled = Number(character) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${fifteen}${(10 - (sum % 10)) % 10}`;
}
