import type { Language } from '../words.ts';

const TIME_ZONE = 'America/Sao_Paulo';

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
      timeZone: TIME_ZONE,
    }),
);
const days = formats(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: TIME_ZONE }),
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

/** One for each language, made when it is first asked for. */
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
