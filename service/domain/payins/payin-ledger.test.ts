import { beforeAll, describe, expect, it } from 'vitest';
import type { PayinStatus } from '../../../contract/payments/payin.ts';
import { createKeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { Db } from '../../base/shared/db.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import { anyHash, testTransitions } from '../../testing/test-transitions.ts';
import { sumOf } from '../ledger/ledger.ts';
import { decidePostings } from '../ledger/ledger-postings.ts';
import type { Payin } from './payin.ts';
import { payinMoney } from './payin-ledger.ts';
import { PayinChanged } from './payin-status.ts';
import type { TransitionPayin } from './payin-transition.ts';
import { moveTo } from './payin-transition.ts';
import {
  disputeTransition,
  disputeWonTransition,
  returnTransition,
} from './refunds/return-transition.ts';
import { newReturn } from './refunds/taken-back.ts';

const OPENING = 1_000_000;

describe.each(testDatabases())('the money of payins on $engine', (database) => {
  let db: Db;
  let payins: ReturnType<typeof createPayinStore>;
  let ledger: ReturnType<typeof createLedgerStore>;
  let transitionPayin: TransitionPayin;

  const service = opened(() => startTestService({ database }));
  beforeAll(() => {
    db = service.db;
    payins = createPayinStore(db);
    ledger = createLedgerStore(db);
    ({ transitionPayin } = testTransitions(db));
  });

  const balances = (account: string) => ledger.readBalances(account);
  const approved = async (account: string, change: Record<string, unknown> = {}) => {
    const answer = await service.post(account, '/payin', validPayin(change));
    const payin = await payins.find(account, answer.body.id);
    if (payin === null) throw new Error('there is no payin');
    return payin;
  };
  /** Preorder cards need 3-D Secure, so a payin of that account is paid by PIX. */
  const approvedByPix = async (account: string, change: Record<string, unknown>) => {
    const body = validPayin({ paymentMethod: 'PIX', ...change });
    const made = await service.post(account, '/payin', body);
    await service.post(account, `/sandbox/payins/${made.body.id}/pay`);
    const payin = await payins.find(account, made.body.id);
    if (payin === null) throw new Error('there is no payin');
    return payin;
  };
  const moveOf = async (
    payin: Payin,
    status: PayinStatus,
    refundedAmount: number = payin.refundedAmount,
  ) => {
    const account = await createAccountStore(db).find(payin.companyId);
    if (account === null) throw new Error('there is no account');
    const now = new Date('2027-01-01T00:00:00Z');
    const nature = 'chargeback';
    const facts = { nature, outcome: 'open', amount: null, reason: null, answerBy: null } as const;
    if (status === 'CHARGEBACK') return disputeTransition(account, payin, facts, now);
    if (payin.dispute !== null) return disputeWonTransition(account, payin, payin.dispute, now);
    if (status === 'REFUNDED') {
      const amount = refundedAmount - payin.refundedAmount;
      const known = { id: `to ${refundedAmount}`, amount, nature: 'elsewhere' } as const;
      const services = { hash: createKeyedHash(new Uint8Array(32)), now: () => now };
      return returnTransition(account, payin, newReturn(account, payin, known, services));
    }
    if (status === 'MED') throw new Error('no case has one');
    return moveTo(account, payin, { to: status, now }, { hash: anyHash });
  };
  const enter = async (payin: Payin, status: PayinStatus, refundedAmount?: number) => {
    const move = await moveOf(payin, status, refundedAmount);
    if (!(await transitionPayin(move))) throw new PayinChanged();
    return move.to;
  };

  it('credits an account opened with R$ 10 000,00 by the net amount, and keeps the fee', async () => {
    expect(await balances('company')).toMatchObject({ available: OPENING, clearing: -OPENING });
    await approved('company');
    expect(await balances('company')).toMatchObject({ available: OPENING + 9_562, fees: 438 });
  });

  it('tells what was approved from the ledger, also after a refund', async () => {
    const payin = await approved('no3ds');
    await enter(payin, 'REFUNDED', 4_000);
    expect(await payinMoney(payin, { ledger })).toEqual({
      netAmount: 9_562,
      reservedAmount: 0,
      feeAmount: 438,
    });
  });

  it('tells nothing of a payin that was refused', async () => {
    const card = { ...validPayin().card, holderName: 'OTHE' };
    const payin = await approved('no3ds', { card });
    expect(payin.status).toBe('REFUSED');
    const expected = { netAmount: null, reservedAmount: null, feeAmount: null };
    expect(await payinMoney(payin, { ledger })).toEqual(expected);
  });

  it('posts the parts of a split to their recipients, and takes them back in proportion', async () => {
    const split = [
      { recipientId: 'loja-2', amount: 2_500 },
      { recipientId: 'preorder', amount: 7_500 },
    ];
    const payin = await approvedByPix('preorder', { split });
    const before = await balances('preorder');
    expect(before).toMatchObject({ 'recipient:loja-2': 2_475, fees: 99 });
    await enter(payin, 'REFUNDED', 5_000);
    const after = await balances('preorder');
    expect(after['recipient:loja-2']).toBe(1_238);
    expect(after.available).toBe((before.available ?? 0) - 3_763);
  });

  /** All but 500 centavos of what is available leaves. */
  const spend = (account: string) =>
    db.transaction(async (tx) => {
      const locked = await ledger.lock(tx, account, []);
      const amount = (locked.balances.available ?? 0) - 500;
      const plan = { kind: 'payout_created', amount } as const;
      const sourceId = `spent ${locked.sequence}`;
      const spent = decidePostings(locked, [{ sourceId, plan, now: new Date() }]);
      await ledger.append(tx, account, locked, spent);
    });

  it('posts what a chargeback cannot take as debt, and gives both back', async () => {
    const account = 'postorder';
    const payin = await approved(account, { amount: 2_000_000 });
    const before = await balances(account);
    await spend(account);
    const disputed = await enter(payin, 'CHARGEBACK');
    expect(await balances(account)).toMatchObject({ available: 0, debt: -1_999_500 });
    await enter(disputed, 'APPROVED');
    expect(await balances(account)).toMatchObject({ available: 500, debt: 0 });
    expect((await balances(account)).fees).toBe(before.fees);
    expect(sumOf(await balances(account))).toBe(0);
  });

  it.each<PayinStatus>(['REFUSED', 'FAILED', 'CANCELED', 'EXPIRED', 'PENDING'])(
    'moves nothing when a payin becomes %s',
    async (status) => {
      const known = await approved('no3ds');
      const from = status === 'PENDING' ? 'PENDING_3DS' : 'PENDING';
      const move = await moveOf({ ...known, status: from, chargeState: 'unknown' }, status);
      expect(move.posting).toBeNull();
    },
  );

  it('takes a second approval of the same payin for what it is, and moves nothing', async () => {
    const payin = await approved('no3ds');
    const before = await balances('no3ds');
    const again = enter({ ...payin, status: 'PENDING', chargeState: 'unknown' }, 'APPROVED');
    await expect(again).rejects.toBeInstanceOf(PayinChanged);
    expect(await balances('no3ds')).toEqual(before);
  });

  it('refuses to give back more than parts have left', async () => {
    const payin = await approved('no3ds');
    const refunded = await enter(payin, 'REFUNDED', 9_999);
    const before = await balances('no3ds');
    await expect(enter(refunded, 'REFUNDED', 10_001)).rejects.toThrow('more of a payin');
    expect(await balances('no3ds')).toEqual(before);
    expect((await payins.find('no3ds', payin.id))?.refundedAmount).toBe(9_999);
    await enter(refunded, 'REFUNDED', 10_000);
    expect((await balances('no3ds')).available).toBe((before.available ?? 0) - 1);
  });

  it.each([
    { first: 'REFUNDED', second: 'CHARGEBACK' },
    { first: 'CHARGEBACK', second: 'REFUNDED' },
  ] as const)('takes an amount once for $first and $second at once', async ({ first, second }) => {
    const payin = await approved('cardonfile');
    const before = await balances('cardonfile');
    const moves = [
      await moveOf(payin, first, first === 'REFUNDED' ? payin.amount : 0),
      await moveOf(payin, second, second === 'REFUNDED' ? payin.amount : 0),
    ];
    const taken = await Promise.all(moves.map(transitionPayin));
    expect([...taken].sort()).toEqual([false, true]);

    const winner = moves[taken.indexOf(true)]?.to;
    expect(await payins.find('cardonfile', payin.id)).toMatchObject({
      status: winner?.status,
      refundedAmount: winner?.refundedAmount,
    });
    const after = await balances('cardonfile');
    expect(after.available).toBe((before.available ?? 0) - payin.amount);
    expect(after.debt).toBe(before.debt);
    expect(sumOf(after)).toBe(0);
  });
});
