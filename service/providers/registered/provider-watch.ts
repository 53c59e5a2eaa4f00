import type { ProviderOverview } from './registered-providers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A new certificate takes some banks weeks. */
const WARNING_DAYS = 30;

/** Whole days until a certificate ends; below zero once it has. */
export function daysLeft(endsAt: Date, now: Date): number {
  return Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
}

/** Whether an operator has to do something about it, be it soon. */
export function needsCare({ trouble, certificateEndsAt }: ProviderOverview, now: Date): boolean {
  if (trouble !== null) return true;
  return certificateEndsAt !== null && daysLeft(certificateEndsAt, now) < WARNING_DAYS;
}
