import { expect, it } from 'vitest';
import { toBalance } from './balance.ts';

it('tells an account that has nothing yet by zeros', () => {
  expect(toBalance({})).toEqual({
    currency: 'BRL',
    available: 0,
    waitingFunds: 0,
    waitingDays: [],
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
    waiting: 40,
    in_flight: 30,
    debt: -7,
    fees: 5,
    clearing: -1_040,
    'recipient:seller-2': 2,
    'recipient:seller-1': 20,
  } as const;
  expect(toBalance(amounts, [{ date: '2027-01-04', amount: 40 }])).toEqual({
    currency: 'BRL',
    available: 900,
    waitingFunds: 40,
    waitingDays: [{ date: '2027-01-04', amount: 40 }],
    reserved: 50,
    inFlight: 30,
    debt: 7,
    recipients: [
      { recipientId: 'seller-1', amount: 20 },
      { recipientId: 'seller-2', amount: 2 },
    ],
  });
});
