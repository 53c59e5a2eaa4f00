import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const PIX_WINDOW_MS = 30 * MINUTE_MS;
const OPEN_FINANCE_WINDOW_MS = 60 * MINUTE_MS;
const BOLETO_DUE_DAYS = 3;
const BOLETO_SETTLEMENT_DAYS = 2;

export type AskedEnd = { dueDate?: string | undefined; expiresInSeconds?: number | undefined };

/** Until when a payin may be paid; null where the method decides at once. */
export function windowEnd(
  method: PaymentMethod,
  createdAt: Date,
  { dueDate, expiresInSeconds }: AskedEnd = {},
): Date | null {
  const windowMs = expiresInSeconds === undefined ? PIX_WINDOW_MS : expiresInSeconds * 1000;
  switch (method) {
    case 'PIX':
      return new Date(createdAt.getTime() + windowMs);
    case 'OPEN_FINANCE':
      return new Date(createdAt.getTime() + OPEN_FINANCE_WINDOW_MS);
    case 'BOLETO': {
      const dueOn = dueDate ?? addDays(dayInSaoPaulo(createdAt), BOLETO_DUE_DAYS);
      return endOfDay(addDays(dueOn, BOLETO_SETTLEMENT_DAYS));
    }
    case 'CREDIT_CARD':
      return null;
  }
}

/**
 * `YYYY-MM-DD`. A bank takes the money until the day's last second, at a weekend until that of the
 * next working day, which is waited for as well.
 */
export function boletoDueOn(expiresAt: Date): string {
  return addDays(dayInSaoPaulo(expiresAt), -BOLETO_SETTLEMENT_DAYS);
}

export function statusWhenOver(method: PaymentMethod): 'EXPIRED' | 'CANCELED' {
  return method === 'OPEN_FINANCE' ? 'CANCELED' : 'EXPIRED';
}

const SAO_PAULO = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day it is in São Paulo, `YYYY-MM-DD`. */
export function dayInSaoPaulo(instant: Date): string {
  const parts = new Map(SAO_PAULO.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** São Paulo gave up summer time in 2019; it may come back, so the offset is found, not assumed. */
export function endOfDay(day: string): Date {
  const asIfUtc = Date.parse(`${day}T23:59:59Z`);
  for (const hours of [3, 2, 4]) {
    const instant = new Date(asIfUtc + hours * 60 * MINUTE_MS);
    const isLast = dayInSaoPaulo(new Date(instant.getTime() + 1000)) !== day;
    if (dayInSaoPaulo(instant) === day && isLast) return instant;
  }
  throw new Error('no hour of that day is its last');
}
