import type { PaymentMethod } from '../../../../contract/payments/payment-method.ts';
import { SAO_PAULO } from '../../../base/shared/sao-paulo-days.ts';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

const amounts = formats(
  (language) => new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }),
);
const rates = formats(
  (language) =>
    new Intl.NumberFormat(language, {
      style: 'percent',
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
    }),
);
const moments = formats(
  (language) =>
    new Intl.DateTimeFormat(language, {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: SAO_PAULO,
    }),
);
const days = formats(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: SAO_PAULO }),
);

/** An amount in centavos as people write it, such as "R$ 159,90". */
export function money(centavos: number, language: Language): string {
  return amounts(language).format(centavos / 100);
}

/** Hundredths of a percent as people write them, such as "3,99%". */
export function percent(basisPoints: number, language: Language): string {
  return rates(language).format(basisPoints / 10_000);
}

/** A moment by the clock of Brasília. */
export function moment(at: Date, language: Language): string {
  return moments(language).format(at);
}

/** The day of a moment in Brasília. */
export function day(at: Date, language: Language): string {
  return days(language).format(at);
}

/** A phone with its country, such as `+55 11 98765-4321`; anything else as it is. */
export function writtenPhone(phone: string): string {
  return phone.replace(/^\+?(55)(\d{2})(\d{4,5})(\d{4})$/, '+$1 $2 $3-$4');
}

/** A postal code (CEP) such as `01310-200`; anything else as it is. */
export function writtenPostalCode(zipCode: string): string {
  return zipCode.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}

function formats<Format>(make: (language: Language) => Format): (language: Language) => Format {
  const made = new Map<Language, Format>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const format = make(language);
    made.set(language, format);
    return format;
  };
}

export const METHOD_NAMES = words<Readonly<Record<PaymentMethod, string>>>({
  PIX: ['PIX', 'PIX'],
  CREDIT_CARD: ['Cartão de crédito', 'Credit card'],
  BOLETO: ['Boleto', 'Boleto'],
  OPEN_FINANCE: ['Open Finance', 'Open Finance'],
});
