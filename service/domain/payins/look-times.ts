import { isBusinessDay } from '@brazilian-utils/brazilian-utils';
import type { PaymentMethod } from '../../../contract/payment-method.ts';
import { dayInSaoPaulo } from './payment-window.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after it was issued a PIX is looked up; then every hour, and once more at its end. */
const PIX_LOOKS_MS = [20 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS, 8 * MINUTE_MS, 15 * MINUTE_MS];

/**
 * How long a payment of that age waits for its next look, so that one whose notice was lost is found.
 * Decision: most PIX are paid within minutes, so looks grow apart from twenty seconds on; a boleto is
 * told by banks on working days, and is looked up every hour of these. Null for a consent, whose
 * looks grow apart as those of all else that is open.
 */
export function pauseBeforeLook(method: PaymentMethod, ageMs: number): number | null {
  switch (method) {
    case 'PIX': {
      const next = PIX_LOOKS_MS.find((afterMs) => afterMs > ageMs);
      return next === undefined ? HOUR_MS : next - ageMs;
    }
    case 'BOLETO':
      return HOUR_MS;
    case 'OPEN_FINANCE':
    case 'CREDIT_CARD':
      return null;
  }
}

/** The first look at a payment by that method, counted from when it was issued. */
export function firstLookMs(method: PaymentMethod): number {
  return pauseBeforeLook(method, 0) ?? 0;
}

/**
 * Whether banks in São Paulo work on the day of an instant. On the Monday before carnival they do
 * not, although it is no holiday by law. Source: Resolução CMN 4.880/2020.
 */
export function isBankDay(instant: Date): boolean {
  const [year = 0, month = 1, day = 1] = dayInSaoPaulo(instant).split('-').map(Number);
  const at = (days: number) => new Date(year, month - 1, day + days);
  const isBeforeCarnival =
    at(0).getDay() === 1 &&
    !isBusinessDay(at(1)) &&
    isBusinessDay(at(1), { includeOptional: false });
  return isBusinessDay(at(0)) && !isBeforeCarnival;
}
