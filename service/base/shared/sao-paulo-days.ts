import { isBusinessDay } from '@brazilian-utils/brazilian-utils';

/* Days as people and banks in São Paulo count them, written `YYYY-MM-DD`. */

export const SAO_PAULO = 'America/Sao_Paulo';

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: SAO_PAULO,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

export function dayInSaoPaulo(instant: Date): string {
  const parts = new Map(DAY.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Calendar days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/**
 * The first moment of a day. It is looked for, not assumed: summer time was given up in 2019 and may
 * come back, and where clocks are put forward at midnight, a day begins at one o'clock.
 */
export function startOfDay(day: string): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`);
  for (const hours of [2, 3, 4]) {
    const instant = new Date(asIfUtc + hours * HOUR_MS);
    const isFirst = dayInSaoPaulo(new Date(instant.getTime() - 1)) !== day;
    if (dayInSaoPaulo(instant) === day && isFirst) return instant;
  }
  throw new Error('no hour of that day is its first');
}

/** Its last second. */
export function endOfDay(day: string): Date {
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1000);
}

/**
 * Whether banks work on a day. On the Monday before carnival they do not, although it is no holiday
 * by law. Source: Resolução CMN 4.880/2020.
 */
export function isBankDay(day: string): boolean {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = (days: number) => new Date(year, month - 1, date + days);
  const isBeforeCarnival =
    at(0).getDay() === 1 &&
    !isBusinessDay(at(1)) &&
    isBusinessDay(at(1), { includeOptional: false });
  return isBusinessDay(at(0)) && !isBeforeCarnival;
}

/** That day where banks work on it, else the next one on which they do. */
export function bankDayFrom(day: string): string {
  return isBankDay(day) ? day : bankDayFrom(addDays(day, 1));
}

export function bankDayBefore(day: string): string {
  const before = addDays(day, -1);
  return isBankDay(before) ? before : bankDayBefore(before);
}
