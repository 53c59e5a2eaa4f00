import type { Card } from '../../contract/card/card.ts';
import { isExpired } from '../../contract/card/card-expiry.ts';
import type { FieldProblem } from '../../contract/card/card-field.ts';
import { hasCardNumber, isCardNumber } from '../../contract/card/card-number.ts';
import type { CardTokenRequest } from '../../contract/card/card-token.ts';
import { isInstallments } from '../../contract/card/installment.ts';
import { toAsciiDigits } from '../../contract/digits.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { isCentavos } from '../../contract/money.ts';
import { isReferenceId } from '../../contract/payments/reference-id.ts';
import { isLineOfText } from '../../contract/text.ts';
import type { WrongField } from './wrong-card.ts';
import { wrongCard } from './wrong-card.ts';

/**
 * A card as a merchant's own form has it: what the buyer typed, as text, grouped in any way.
 */
export type CardInput = {
  /** The name as it is on the card. */
  holderName: string;
  /** 13 to 19 digits. */
  number: string;
  /** The security code: 3 digits, 4 on American Express. */
  cvv: string;
} & (
  | {
      /** `01` to `12`, or `1`. */
      expirationMonth: string;
      /** `2031`, or `31`. */
      expirationYear: string;
      /** Not beside them. */
      expiry?: undefined;
    }
  | {
      /** `MM/YY` or however else it is written, in place of `expirationMonth` and `expirationYear`. */
      expiry: string;
    }
);

/** A card payment as a merchant's page has it. */
export type CardPaymentInput = {
  /** In centavos: `15990` is R$ 159,90. */
  amount: number;
  /** The order's own identifier, of at most 100 characters. */
  referenceId: string;
  /** 1 to 12; 1 where it is left out. */
  installments?: number;
  /** The total that the buyer was shown, in centavos; needed where they pay interest. */
  installmentPlan?: { totalAmount: number } | undefined;
  /** What the buyer typed. */
  card: CardInput;
};

/**
 * A merchant's input in the shape of the contract: blanks in the number dropped, `MM/YY` split.
 * Throws `INVALID_ARGUMENT` with `details.field` for what the page's code got wrong, and
 * `INVALID_CARD` for what the buyer did. Which cards there are is for the service to know.
 * @internal
 */
export function toCardRequest(input: CardPaymentInput, now: Date): CardTokenRequest {
  const { amount, referenceId, installments = 1, installmentPlan, card } = input;
  if (!isCentavos(amount)) throw wrongOption('amount', 'must be a positive integer in centavos');
  if (!isReferenceId(referenceId)) {
    throw wrongOption('referenceId', "must be the order's own reference, of 1 to 100 characters");
  }
  if (!isInstallments(installments)) {
    throw wrongOption('installments', 'must be an integer from 1 to 12');
  }
  if (installmentPlan && !isCentavos(installmentPlan.totalAmount)) {
    throw wrongOption('installmentPlan.totalAmount', 'must be a positive integer in centavos');
  }
  if (typeof card !== 'object' || card === null) throw wrongOption('card', 'is required');
  for (const field of ['holderName', 'number', 'cvv'] as const) {
    const given: unknown = card[field];
    if (typeof given === 'string') continue;
    throw wrongOption(`card.${field}`, given == null ? 'is required' : 'must be a string');
  }
  const typed = {
    holderName: card.holderName.trim(),
    number: plainDigits(card.number),
    ...readExpiry(card),
    cvv: plainDigits(card.cvv),
  };
  const wrong = findWrong(typed, now);
  if (wrong.length > 0) throw wrongCard(wrong);
  return {
    amount,
    referenceId,
    installments,
    ...(installmentPlan && { installmentPlan: { totalAmount: installmentPlan.totalAmount } }),
    card: typed,
  };
}

/** Without what only groups them; anything else stays, and makes them none. */
function plainDigits(text: string): string {
  return toAsciiDigits(text).replace(/[^\p{L}\p{N}]/gu, '');
}

function wrongOption(field: string, message: string): CheckoutError {
  return new CheckoutError(errorData('INVALID_ARGUMENT', `${field} ${message}`, { field }));
}

type Expiry = Pick<Card, 'expirationMonth' | 'expirationYear'>;

/** The expiry as it was typed; empty texts where nothing was, or nothing that is one. */
function readExpiry(card: CardInput): Expiry {
  const {
    expiry,
    expirationMonth,
    expirationYear,
  }: { [field in keyof Expiry | 'expiry']?: unknown } = card;
  if (typeof expiry === 'string' && (expiry !== '' || expirationMonth === undefined)) {
    const text = toAsciiDigits(expiry).replace(/[\s\p{Cf}]/gu, '');
    const yearFirst = /^20(?<year>\d\d)[^\d\p{L}]*(?<month>\d\d?)$/u.exec(text);
    const typed = yearFirst ?? /^(?<month>\d\d?)[^\d\p{L}]*(?:20)?(?<year>\d\d)$/u.exec(text);
    // What is no expiry must not be taken for one that was left empty.
    return toExpiry(typed?.groups?.month ?? expiry.trim(), typed?.groups?.year ?? '');
  }
  if (expiry == null && typeof expirationMonth === 'string' && typeof expirationYear === 'string') {
    return toExpiry(plainDigits(expirationMonth), plainDigits(expirationYear));
  }
  throw wrongOption(
    'card.expiry',
    'must be MM/YY, or expirationMonth (MM) and expirationYear (YYYY), as strings',
  );
}

/** Of `1` and `30` as of `01` and `2030`. */
function toExpiry(month: string, year: string): Expiry {
  return {
    expirationMonth: month.padStart(month === '' ? 0 : 2, '0'),
    expirationYear: /^\d\d$/.test(year) ? `20${year}` : year,
  };
}

/** Every field that the buyer has to correct, in tab order. */
function findWrong(card: Card, now: Date): WrongField[] {
  const found: [WrongField['field'], FieldProblem | null][] = [
    ['holderName', problemOfName(card.holderName)],
    ['number', problemOfDigits(card.number, 13, isCardNumber(card.number))],
    ['expiry', problemOfExpiry(card, now)],
    ['cvv', problemOfDigits(card.cvv, 3, card.cvv.length <= 4)],
  ];
  return found.flatMap(([field, problem]) => (problem === null ? [] : [{ field, problem }]));
}

function problemOfName(name: string): FieldProblem | null {
  if (name === '') return 'required';
  return isLineOfText(name, 100) && !hasCardNumber(name) ? null : 'invalid';
}

function problemOfDigits(digits: string, least: number, isRight: boolean): FieldProblem | null {
  if (digits === '') return 'required';
  if (!/^\d+$/.test(digits)) return 'invalid';
  if (digits.length < least) return 'incomplete';
  return isRight ? null : 'invalid';
}

function problemOfExpiry(expiry: Expiry, now: Date): FieldProblem | null {
  const { expirationMonth, expirationYear } = expiry;
  if (expirationMonth + expirationYear === '') return 'required';
  const isDate = /^(0[1-9]|1[0-2])$/.test(expirationMonth) && /^20\d{2}$/.test(expirationYear);
  if (!isDate) return 'invalid';
  return isExpired(expiry, now) ? 'expired' : null;
}
