import { expect, it } from 'vitest';
import type { Account } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { currentPayin } from './payin-answer.ts';

const NOW = new Date('2027-03-01T12:00:00Z');
const ACCOUNT = { companyId: 'co_1', clockOffsetSeconds: 0 } as unknown as Account;
const CHALLENGED = { status: 'PENDING_3DS', authenticationId: '3ds_1', chargeState: 'none' };

/** `asked`: what was read to answer; `ended`: the authentication is over, and its payin has moved. */
function reading({ isThere = true, isOver = false, hasMoved = true } = {}) {
  const asked: string[] = [];
  const services = {
    now: () => NOW,
    authentications: {
      find: async () => {
        asked.push('authentication');
        return isThere ? { status: isOver ? 'EXPIRED' : 'OPEN', expiresAt: NOW_AND_MORE } : null;
      },
    },
    payins: {
      find: async () => {
        asked.push('payin');
        return hasMoved ? { status: 'REFUSED' } : null;
      },
    },
  };
  const read = (payin: object) =>
    currentPayin(ACCOUNT, payin as Payin, services as unknown as PayinDependencies);
  return { read, asked };
}
const NOW_AND_MORE = new Date(NOW.getTime() + 60_000);

it.each<[string, object]>([
  ['waits for nothing', { ...CHALLENGED, status: 'APPROVED' }],
  ['waits without an authentication', { ...CHALLENGED, authenticationId: null }],
  [
    'waits for its acquirer, which is asked in the background',
    { ...CHALLENGED, chargeState: 'unknown' },
  ],
])('a payin that %s is told as it is, and nothing is read', async (_what, payin) => {
  const { read, asked } = reading({ isOver: true });
  expect(await read(payin)).toBe(payin);
  expect(asked).toEqual([]);
});

it.each([
  ['is open', {}, ['authentication']],
  ['is not there', { isThere: false }, ['authentication']],
  [
    'is over, and whose row is gone',
    { isOver: true, hasMoved: false },
    ['authentication', 'payin'],
  ],
])('a payin whose authentication %s is told as it is', async (_what, how, read) => {
  const one = reading(how);
  expect(await one.read(CHALLENGED)).toBe(CHALLENGED);
  expect(one.asked).toEqual(read);
});

it('a payin whose authentication is over is told as it has become', async () => {
  expect(await reading({ isOver: true }).read(CHALLENGED)).toEqual({ status: 'REFUSED' });
});
