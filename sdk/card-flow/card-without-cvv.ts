import type { CardWithoutCvv } from '../../contract/card/card.ts';
import { isCardNumber } from '../../contract/card/card-number.ts';
import { isLineOfText } from '../../contract/text.ts';

/** A card that another document gave, without anything else it has; null where it is none. */
export function readCardWithoutCvv(given: unknown): CardWithoutCvv | null {
  const { holderName, number, expirationMonth, expirationYear }: { [member: string]: unknown } =
    Object(given);
  if (!isLineOfText(holderName, 100)) return null;
  if (!isMatch(number, /^\d+$/) || !isCardNumber(number)) return null;
  if (!isMatch(expirationMonth, /^(0[1-9]|1[0-2])$/)) return null;
  if (!isMatch(expirationYear, /^20\d{2}$/)) return null;
  return { holderName, number, expirationMonth, expirationYear };
}

function isMatch(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}
