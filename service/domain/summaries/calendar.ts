import { addDays, dayInSaoPaulo, startOfDay } from '../../base/shared/sao-paulo-days.ts';

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
