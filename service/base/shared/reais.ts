import { isCentavos } from '../../../contract/money.ts';

const REAIS =
  /^(?:R\$\s*)?(\d{1,10}|\d{1,3}(?:\s\d{3})+|\d{1,3}(?:\.\d{3})+(?=,))(?:,(\d{1,2})|\.(\d{2}))?$/i;

/**
 * `1.234,56`, `1 234,56`, `1234,5`, `1234.56`, `R$ 1.234,56`, `1234` in centavos; else null. Decision:
 * `1.234` is refused, a thousand to one reader and one to another.
 */
export function readReais(text: string): number | null {
  const [, reais, afterComma, afterPoint] = REAIS.exec(text.trim()) ?? [];
  if (reais === undefined) return null;
  const cents = (afterComma ?? afterPoint ?? '').padEnd(2, '0');
  const centavos = Number(reais.replace(/\D/g, '') + cents);
  return isCentavos(centavos) ? centavos : null;
}
