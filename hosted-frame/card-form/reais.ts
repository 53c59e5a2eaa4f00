import type { Locale } from '../../contract/locale.ts';
import type { Centavos } from '../../contract/money.ts';

/** Mark of decimals, mark of thousands, and from how many whole digits on the latter is written. */
const MARKS: { [locale in Locale]: readonly [decimal: string, group: string, from: number] } = {
  'pt-BR': [',', '.', 4],
  en: ['.', ',', 4],
  es: [',', '.', 5],
};

/**
 * As `Intl.NumberFormat` writes it, by hand: the first formatter of a new process costs 10 ms and
 * more on the way to the first field. Decision: in Spanish the sign stands in front too, where
 * everybody who pays in Brazil looks for it.
 */
export function formatReais(amount: Centavos, locale: Locale): string {
  const [decimal, group, from] = MARKS[locale];
  const digits = String(amount).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const grouped = whole.length < from ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  const number = grouped + decimal + digits.slice(-2);
  return `R$${locale === 'en' ? '' : '\u00a0'}${number}`;
}
