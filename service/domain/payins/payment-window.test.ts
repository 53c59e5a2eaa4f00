import { describe, expect, it } from 'vitest';
import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import { dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import { boletoDueOn, statusWhenOver, windowEnd } from './payment-window.ts';

describe('the window in which a payin can be paid', () => {
  it.each([
    ['PIX', '2026-11-20T12:00:00.000Z', '2026-11-20T12:30:00.000Z'],
    ['OPEN_FINANCE', '2026-11-20T12:00:00.000Z', '2026-11-20T13:00:00.000Z'],
    ['BOLETO', '2026-11-20T12:00:00.000Z', '2026-11-26T02:59:59.000Z'],
    ['BOLETO', '2026-11-21T02:59:59.000Z', '2026-11-26T02:59:59.000Z'],
    ['BOLETO', '2026-11-21T03:00:00.000Z', '2026-11-27T02:59:59.000Z'],
    ['BOLETO', '2026-12-29T12:00:00.000Z', '2027-01-06T02:59:59.000Z'],
    // Summer time, two hours from Greenwich.
    ['BOLETO', '2018-12-20T12:00:00.000Z', '2018-12-27T01:59:59.000Z'],
  ] as const)('of %s, opened at %s, ends at %s', (method, createdAt, end) => {
    expect(windowEnd(method, new Date(createdAt))?.toISOString()).toBe(end);
  });

  it('is none for a card', () => expect(windowEnd('CREDIT_CARD', new Date())).toBeNull());

  it.each([
    ['2026-11-20T12:00:00Z', '2026-11-23'],
    ['2026-11-21T02:59:59Z', '2026-11-23'],
    ['2026-11-21T03:00:00Z', '2026-11-24'],
    ['2028-02-27T12:00:00Z', '2028-03-01'],
  ])('lets a boleto made at %s be due on %s, by the days of São Paulo', (createdAt, day) => {
    expect(boletoDueOn(new Date(createdAt), {})).toBe(day);
  });

  it('ends when its merchant says, by PIX and boleto alone', () => {
    const asked = { dueDate: '2026-12-05', expiresInSeconds: 90 };
    const end = (method: PaymentMethod) =>
      windowEnd(method, new Date('2026-11-20T12:00:00Z'), asked)?.toISOString();
    expect(end('PIX')).toBe('2026-11-20T12:01:30.000Z');
    // A Saturday: what is paid on Monday is told on Tuesday.
    expect(end('BOLETO')).toBe('2026-12-09T02:59:59.000Z');
    expect(end('OPEN_FINANCE')).toBe('2026-11-20T13:00:00.000Z');
    expect(end('CREDIT_CARD')).toBeUndefined();
  });

  it.each([
    ['a Thursday', '2026-12-03', '2026-12-05'],
    ['a Friday, told on Monday', '2026-12-04', '2026-12-07'],
    ['a Sunday', '2026-12-06', '2026-12-08'],
    ['Christmas on a Friday', '2026-12-25', '2026-12-29'],
    ['the Saturday of carnival', '2027-02-06', '2027-02-11'],
    ['Maundy Thursday', '2027-03-25', '2027-03-29'],
  ])('of a boleto due on %s, %s, is over with %s', (_name, dueDate, last) => {
    const end = windowEnd('BOLETO', new Date('2026-11-20T12:00:00Z'), { dueDate });
    expect(end && dayInSaoPaulo(end)).toBe(last);
  });

  it('ends as expired, by open finance as canceled', () => {
    expect(['PIX', 'BOLETO', 'OPEN_FINANCE'].map((m) => statusWhenOver(m as 'PIX'))).toEqual([
      'EXPIRED',
      'EXPIRED',
      'CANCELED',
    ]);
  });
});
