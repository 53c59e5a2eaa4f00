import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import { addDays, bankDayFrom, dayInSaoPaulo, endOfDay } from '../../base/shared/sao-paulo-days.ts';
import type { Account } from '../accounts/account.ts';
import { realTimeOf } from '../accounts/account.ts';

const MINUTE_MS = 60 * 1000;

const PIX_WINDOW_MS = 30 * MINUTE_MS;
const OPEN_FINANCE_WINDOW_MS = 60 * MINUTE_MS;
const BOLETO_DUE_DAYS = 3;
const BOLETO_SETTLEMENT_DAYS = 2;

export type AskedEnd = { dueDate?: string | undefined; expiresInSeconds?: number | undefined };

/** Until when a payin may be paid; null where the method decides at once. */
export function windowEnd(
  method: PaymentMethod,
  createdAt: Date,
  asked: AskedEnd = {},
): Date | null {
  const { expiresInSeconds } = asked;
  const windowMs = expiresInSeconds === undefined ? PIX_WINDOW_MS : expiresInSeconds * 1000;
  switch (method) {
    case 'PIX':
      return new Date(createdAt.getTime() + windowMs);
    case 'OPEN_FINANCE':
      return new Date(createdAt.getTime() + OPEN_FINANCE_WINDOW_MS);
    case 'BOLETO':
      return boletoEnd(boletoDueOn(createdAt, asked));
    case 'CREDIT_CARD':
      return null;
  }
}

export function boletoDueOn(createdAt: Date, { dueDate }: AskedEnd): string {
  return dueDate ?? addDays(dayInSaoPaulo(createdAt), BOLETO_DUE_DAYS);
}

/**
 * Until when a boleto is waited for. Where banks do not work on the day it is due, it is paid on the
 * next one on which they do; and what is paid on a day its bank tells on the next such day.
 */
function boletoEnd(dueOn: string): Date {
  const toldOn = bankDayFrom(addDays(bankDayFrom(dueOn), 1));
  const settledOn = addDays(dueOn, BOLETO_SETTLEMENT_DAYS);
  const [, last = toldOn] = [toldOn, settledOn].sort();
  return endOfDay(last);
}

/** The day on which a boleto is due of which nothing but the end was kept, as before that day was. */
export function dueOnByEnd(expiresAt: Date): string {
  return addDays(dayInSaoPaulo(expiresAt), -BOLETO_SETTLEMENT_DAYS);
}

export function statusWhenOver(method: PaymentMethod): 'EXPIRED' | 'CANCELED' {
  return method === 'OPEN_FINANCE' ? 'CANCELED' : 'EXPIRED';
}

/** When to look again, in real time: at its end at the latest, unless that is over. */
export function notAfterEnd(
  account: Account,
  { expiresAt }: { expiresAt: Date | null },
  dueAt: Date,
  now: Date,
): Date {
  const endsAt = expiresAt && realTimeOf(account, expiresAt);
  return endsAt !== null && endsAt > now && endsAt < dueAt ? endsAt : dueAt;
}
