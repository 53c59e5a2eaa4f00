import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** As the central bank has it: `E` a PIX, `D` its return; ISPB, minute in UTC, 11 alphanumerics. */
export function writePixId(
  start: `${'E' | 'D'}${string}`,
  { clock, random }: { clock: Clock; random: Random },
): string {
  const minute = new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${start}${minute}${random.letters(11)}`;
}
