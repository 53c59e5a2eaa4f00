import { expect, it } from 'vitest';
import { takeBankVisit } from './bank-visit.ts';

it('tells the order of a visit to the bank once', () => {
  const kept = new Map([['pedido-no-banco', 'ipe-1']]);
  const open = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  expect(takeBankVisit(open)).toBe('ipe-1');
  expect(takeBankVisit(open)).toBeNull();
});

it('knows of no visit where the browser forbids storage, and lets the shop open', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(takeBankVisit(forbidden)).toBeNull();
});
