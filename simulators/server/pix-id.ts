import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/**
 * An id as the central bank has them made: `E` for a PIX or `D` for its return with the ISPB of the
 * bank, the minute in UTC, and eleven letters or digits.
 */
export function writePixId(
  start: `${'E' | 'D'}${string}`,
  { clock, random }: { clock: Clock; random: Random },
): string {
  const minute = new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${start}${minute}${random.letters(11)}`;
}
