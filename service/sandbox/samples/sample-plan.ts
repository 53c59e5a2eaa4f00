import type { Customer } from '../../../contract/payments/customer.ts';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import type { PayinControl } from '../../../contract/payments/sandbox-payin.ts';
import type { SampleChance } from './sample-chance.ts';
import { sampleChance } from './sample-chance.ts';

export const SAMPLE_DAYS = 90;
/** Begins the reference of every sample, and of nothing that is not one. */
export const SAMPLE_PREFIX = 'amostra-';

export type SamplePayin = {
  kind: 'payin';
  reference: string;
  method: PaymentMethod;
  amount: number;
  buyer: Customer;
  card: { number: string; holderName: string; installments: number } | null;
};

/** One thing that happens, so many minutes after the first day has begun. */
export type SampleStep = { minute: number } & (
  | SamplePayin
  | { kind: 'control'; reference: string; control: PayinControl; amount?: number }
  | { kind: 'payout'; reference: string; amount: number; isLast: boolean }
);

const DAY_MINUTES = 24 * 60;

/** Names on cards that the sandbox refuses, each as often as it does out of all refusals. */
const REFUSALS = [
  ...['FUND', 'FUND', 'FUND', 'FUND', 'LIMI', 'LIMI', 'OTHE', 'OTHE', 'OTHE'],
  ...['SECU', 'SECU', 'EXPI', 'RISK', 'CTNA', 'DOWN'],
] as const;

/** Out of a hundred payments. */
const SHARES: Readonly<Record<PaymentMethod, number>> = {
  PIX: 45,
  CREDIT_CARD: 37,
  BOLETO: 11,
  OPEN_FINANCE: 7,
};

/** Three months of a growing shop, quiet at weekends, by time; the same for the same methods. */
export function samplePlan(methods: readonly PaymentMethod[]): readonly SampleStep[] {
  const [firstMethod, ...otherMethods] = methods.flatMap((method) =>
    Array.from({ length: SHARES[method] }, () => method),
  );
  if (firstMethod === undefined) return [];
  const chance = sampleChance(20_260_301);
  const steps: SampleStep[] = [];
  let count = 0;
  let earned = 0;
  for (let day = 0; day < SAMPLE_DAYS; day += 1) {
    const minutes = Array.from({ length: payinsOf(day, chance) }, () => minuteOf(day, chance));
    for (const minute of minutes.sort((one, other) => one - other)) {
      count += 1;
      const reference = `${SAMPLE_PREFIX}${count}`;
      const made = payinWithCourse(
        { minute, reference, method: chance.pick([firstMethod, ...otherMethods]) },
        chance,
      );
      steps.push(...made.steps);
      earned += made.earned;
    }
    if (day % 7 === 6) {
      const minute = (day + 1) * DAY_MINUTES - 30;
      const reference = `${SAMPLE_PREFIX}saque-${Math.floor(day / 7) + 1}`;
      const payout = { minute, kind: 'payout', reference, amount: Math.floor(earned / 2) } as const;
      steps.push({ ...payout, isLast: day + 7 >= SAMPLE_DAYS });
      earned = 0;
    }
  }
  return steps.sort((one, other) => one.minute - other.minute);
}

/** Four to nine, fewer at weekends. The first day has one, by which it is found again. */
function payinsOf(day: number, chance: SampleChance): number {
  const grown = 4 + (3 * day) / SAMPLE_DAYS + 2 * chance.next();
  const isQuiet = day % 7 === 5 || day % 7 === 6;
  return Math.max(1, Math.round(isQuiet ? grown / 2 : grown));
}

function minuteOf(day: number, chance: SampleChance): number {
  return day * DAY_MINUTES + chance.between(8 * 60, 23 * 60);
}

function priceOf(chance: SampleChance): number {
  const reais = chance.happens(0.12) ? chance.between(300, 1_200) : chance.between(25, 260);
  return reais * 100 + 90;
}

function payinWithCourse(
  { minute, reference, method }: { minute: number; reference: string; method: PaymentMethod },
  chance: SampleChance,
): { steps: SampleStep[]; earned: number } {
  const isRefused = method === 'CREDIT_CARD' && chance.happens(0.14);
  const amount = priceOf(chance);
  const buyer = sampleBuyer(chance);
  const card =
    method === 'CREDIT_CARD'
      ? {
          number: sampleCardNumber(chance),
          holderName: isRefused ? chance.pick(REFUSALS) : buyer.name.toUpperCase(),
          installments: chance.happens(0.3) ? 2 : 1,
        }
      : null;
  const payin: SampleStep = { minute, kind: 'payin', reference, method, amount, buyer, card };
  if (isRefused) return { steps: [payin], earned: 0 };
  const wait = waitOf(method, chance);
  if (wait !== null && !wait.isPaid) {
    const expiry = { kind: 'control', reference, control: 'expire' } as const;
    return { steps: [payin, { ...expiry, minute: minute + wait.minutes }], earned: 0 };
  }
  const paidAt = minute + (wait?.minutes ?? 0);
  const payment: SampleStep = { minute: paidAt, kind: 'control', reference, control: 'pay' };
  const later = givenBack({ paidAt, reference, method, amount }, chance);
  return { steps: [payin, ...(wait === null ? [] : [payment]), ...later], earned: amount };
}

/** How long a payment is waited for; null for a card, which is decided at once. */
function waitOf(method: PaymentMethod, chance: SampleChance) {
  if (method === 'CREDIT_CARD') return null;
  const { paid, from, to, over } = WAITS[method];
  return chance.happens(paid)
    ? { isPaid: true, minutes: chance.between(from, to) }
    : { isPaid: false, minutes: over };
}

const WAITS = {
  PIX: { paid: 0.88, from: 1, to: 20, over: 31 },
  OPEN_FINANCE: { paid: 0.84, from: 2, to: 9, over: 61 },
  BOLETO: { paid: 0.7, from: 6 * 60, to: 3 * DAY_MINUTES, over: 6 * DAY_MINUTES },
};

/** One in twenty is given back, whole or in part; few are disputed. */
function givenBack(
  paid: { paidAt: number; reference: string; method: PaymentMethod; amount: number },
  chance: SampleChance,
): SampleStep[] {
  const { paidAt, reference, method, amount } = paid;
  const later = (control: PayinControl, days: number): SampleStep => ({
    minute: paidAt + days * DAY_MINUTES,
    kind: 'control',
    reference,
    control,
  });
  if (chance.happens(0.05)) {
    const refund = later('refund', chance.between(1, 9));
    return [chance.happens(0.5) ? { ...refund, amount: Math.floor(amount / 2) } : refund];
  }
  if (method === 'CREDIT_CARD' && chance.happens(0.03)) {
    return [later('chargeback', chance.between(8, 30))];
  }
  if (method === 'PIX' && chance.happens(0.015)) return [later('med', chance.between(1, 5))];
  return [];
}

/** Nobody: first and last names are put together by chance. */
const FIRST_NAMES = [
  ...(['Ana', 'Bruno', 'Camila', 'Diego', 'Elisa', 'Fábio', 'Gabriela', 'Hugo'] as const),
] as const;
const LAST_NAMES = ['Almeida', 'Barros', 'Cardoso', 'Duarte', 'Esteves', 'Farias'] as const;

const PLACES = [
  { city: 'São Paulo', state: 'SP', zipCode: '01310100', areaCode: '11' },
  { city: 'Belo Horizonte', state: 'MG', zipCode: '30130010', areaCode: '31' },
  { city: 'Recife', state: 'PE', zipCode: '50030230', areaCode: '81' },
  { city: 'Curitiba', state: 'PR', zipCode: '80020320', areaCode: '41' },
] as const;

function sampleBuyer(chance: SampleChance): Customer {
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

/** A Visa or Mastercard number that is no published test card: the sandbox treats it as any. */
function sampleCardNumber(chance: SampleChance): string {
  const prefix = chance.pick(['453211', '542418', '491603']);
  const fifteen = `${prefix}${String(chance.between(0, 999_999_999)).padStart(9, '0')}`;
  const sum = [...fifteen].reduce((total, character, place) => {
    const doubled = Number(character) * (place % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${fifteen}${(10 - (sum % 10)) % 10}`;
}
