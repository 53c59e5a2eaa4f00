import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayinStatus } from '../contract/payin.ts';
import { sumOf } from './ledger.ts';
import type { Payin } from './payin.ts';
import { createPayinPosting, payinMoney } from './payin-ledger.ts';
import { createAccountStore } from './store/account.ts';
import type { Db } from './store/db.ts';
import { createLedgerStore } from './store/ledger.ts';
import { createPayinStore } from './store/payin.ts';
import { createReserveStore } from './store/reserve.ts';
import { testDatabases } from './store/test-db.ts';
import type { TestService } from './test-service.ts';
import { basic, send, startTestService, validPayin } from './test-service.ts';

const OPENING = 1_000_000;

describe.each(testDatabases())('the money of payins on $engine', (database) => {
  let service: TestService;
  let db: Db;
  let payins: ReturnType<typeof createPayinStore>;
  let ledger: ReturnType<typeof createLedgerStore>;
  let posting: ReturnType<typeof createPayinPosting>;

  beforeAll(async () => {
    service = await startTestService({ database });
    db = service.db;
    payins = createPayinStore(db);
    ledger = createLedgerStore(db);
    posting = createPayinPosting({
      ledger,
      accounts: createAccountStore(db),
      reserves: createReserveStore(db),
    });
  });
  afterAll(() => service.stop());

  const balances = (account: string) => ledger.readBalances(account);
  const approved = async (account: string, change: Record<string, unknown> = {}) => {
    const answer = await send(`${service.baseUrl}/payin`, {
      body: validPayin(change),
      headers: basic(account),
    });
    const payin = await payins.find(account, answer.body.id);
    if (payin === null) throw new Error('there is no payin');
    return payin;
  };
  /** Preorder cards need 3-D Secure, so a payin of that account is paid by PIX. */
  const approvedByPix = async (account: string, change: Record<string, unknown>) => {
    const { card: _card, ...body } = validPayin({ paymentMethod: 'PIX', ...change });
    const headers = basic(account);
    const made = await send(`${service.baseUrl}/payin`, { body, headers });
    await send(`${service.baseUrl}/sandbox/payins/${made.body.id}/pay`, {
      method: 'POST',
      headers,
    });
    const payin = await payins.find(account, made.body.id);
    if (payin === null) throw new Error('there is no payin');
    return payin;
  };
  /** The effect of a change of status, as the payin's own transaction runs it. */
  const enter = async (before: Payin, status: PayinStatus, movedAmount = before.amount) => {
    const after = { ...before, status };
    const now = new Date('2027-01-01T00:00:00Z');
    await db.transaction((tx) => posting(tx, { before, after, movedAmount, now }));
    return after;
  };

  it('opens every sandbox account with R$ 10 000,00, posted', async () => {
    expect(await balances('manual')).toMatchObject({ available: OPENING, clearing: -OPENING });
  });

  it('credits the net amount of an approved payin and keeps the fee', async () => {
    await approved('cardonfile');
    expect(await balances('cardonfile')).toMatchObject({ available: OPENING + 9_562, fees: 438 });
  });

  it('tells what was approved from the ledger, also after a refund', async () => {
    const payin = await approved('no3ds');
    await enter(payin, 'REFUNDED', 4_000);
    expect(await payinMoney(payin, { ledger })).toEqual({ netAmount: 9_562, reservedAmount: 0 });
  });

  it('tells nothing of a payin that was refused', async () => {
    const card = { ...validPayin().card, holderName: 'OTHE' };
    const payin = await approved('no3ds', { card });
    expect(payin.status).toBe('REFUSED');
    const expected = { netAmount: null, reservedAmount: null };
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

  it('posts what a chargeback cannot take as debt, and gives both back', async () => {
    const account = 'postorder';
    const payin = await approved(account, { amount: 2_000_000 });
    const before = await balances(account);
    await db.transaction(async (tx) => {
      const locked = await ledger.lockBalances(tx, account);
      await ledger.append(tx, {
        companyId: account,
        sourceId: 'spent',
        kind: 'payout_created',
        amounts: {
          available: -(locked.available ?? 0) + 500,
          in_flight: (locked.available ?? 0) - 500,
        },
        now: new Date(),
      });
    });
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
      const before = await balances('no3ds');
      await enter({ ...known, status: 'PENDING' }, status);
      expect(await balances('no3ds')).toEqual(before);
    },
  );

  it('takes a second approval of the same payin for what it is, and moves nothing', async () => {
    const payin = await approved('no3ds');
    const before = await balances('no3ds');
    await expect(enter({ ...payin, status: 'PENDING' }, 'APPROVED')).rejects.toThrow();
    expect(await balances('no3ds')).toEqual(before);
  });

  it('refuses to give back more than parts have left', async () => {
    const payin = await approved('no3ds');
    const refunded = await enter(payin, 'REFUNDED', 9_999);
    const before = await balances('no3ds');
    await expect(enter(refunded, 'REFUNDED', 2)).rejects.toThrow();
    expect(await balances('no3ds')).toEqual(before);
    await enter(refunded, 'REFUNDED', 1);
    expect((await balances('no3ds')).available).toBe((before.available ?? 0) - 1);
  });

  it('lets no two changes at once lose an amount', async () => {
    const before = await balances('no3ds');
    await Promise.all(Array.from({ length: 20 }, () => approved('no3ds', { amount: 1_000 })));
    expect((await balances('no3ds')).available).toBe((before.available ?? 0) + 20 * 921);
  });
});
