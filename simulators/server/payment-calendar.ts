import { localTime } from './harness.ts';

/** What a party and a merchant agreed on: days, and hundredths of a percent that the party keeps. */
export type Contract = { days: number; intervalDays: number; basisPoints: number };

/** First and last day that a statement is of, `YYYY-MM-DD`. */
export type Period = { from: string; until: string };

export type PaidPart = { number: number; day: string; gross: number; fee: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/** What a sale is paid by within a period. What does not divide is paid with the first part. */
export function partsPaid(
  { centavos, parts, soldAt }: { centavos: number; parts: number; soldAt: number },
  { days, intervalDays, basisPoints }: Contract,
  { from, until }: Period,
): PaidPart[] {
  const fee = Math.round((centavos * basisPoints) / 10_000);
  return Array.from({ length: parts }, (_, nth) => ({
    number: nth + 1,
    day: localTime(soldAt + (days + nth * intervalDays) * DAY_MS).slice(0, 10),
    gross: share(centavos, parts, nth),
    fee: share(fee, parts, nth),
  })).filter(({ day }) => day >= from && day <= until);
}

function share(centavos: number, parts: number, nth: number): number {
  return Math.floor(centavos / parts) + (nth === 0 ? centavos % parts : 0);
}

/** `1234.56` */
export function reais(centavos: number): string {
  return (centavos / 100).toFixed(2);
}
