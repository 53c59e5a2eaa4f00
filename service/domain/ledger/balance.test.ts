import { expect, it } from 'vitest';
import { toBalance } from './balance.ts';

it('tells an account that has nothing yet by zeros', () => {
  expect(toBalance({})).toEqual({
    currency: 'BRL',
    available: 0,
    reserved: 0,
    inFlight: 0,
    debt: 0,
    recipients: [],
  });
});

it('tells what is whose, a debt as what is owed, and nothing of our own accounts', () => {
  const amounts = {
    available: 900,
    reserve: 50,
    in_flight: 30,
    debt: -7,
    fees: 5,
    clearing: -1_000,
    'recipient:seller-2': 2,
    'recipient:seller-1': 20,
  } as const;
  expect(toBalance(amounts)).toEqual({
    currency: 'BRL',
    available: 900,
    reserved: 50,
    inFlight: 30,
    debt: 7,
    recipients: [
      { recipientId: 'seller-1', amount: 20 },
      { recipientId: 'seller-2', amount: 2 },
    ],
  });
});
