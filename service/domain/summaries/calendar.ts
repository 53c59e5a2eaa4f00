import { addDays, dayInSaoPaulo } from '../payins/payment-window.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A day of the calendar in São Paulo: from its first moment until that of the next. */
export type CalendarDay = {
  /** `YYYY-MM-DD`. */
  day: string;
  from: Date;
  until: Date;
};

export function lastDays(now: Date, count: number): readonly CalendarDay[] {
  const today = dayInSaoPaulo(now);
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(today, index + 1 - count);
    return { day, from: startOfDay(day), until: startOfDay(addDays(day, 1)) };
  });
}

/** Looked for: where clocks go forward at midnight, as until 2019, a day begins at one o'clock. */
function startOfDay(day: string): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`);
  for (const hours of [2, 3, 4]) {
    const instant = new Date(asIfUtc + hours * HOUR_MS);
    const isFirst = dayInSaoPaulo(new Date(instant.getTime() - 1)) !== day;
    if (dayInSaoPaulo(instant) === day && isFirst) return instant;
  }
  throw new Error('no hour of that day is its first');
}
