import { beforeEach, describe, expect, it } from 'vitest';
import { CONSENT } from '../../testing/consent.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import {
  newReference,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';
import { scriptedAcquirer, scriptedThreeDS } from '../../testing/test-three-d-secure.ts';

const TABLE = { rows: '3:149:merchant,4:199:buyer', minimum: '500' };
const AMOUNT = 16_000;
/** Of twelve installments of R$ 160,00. */
const TWELVE = {
  installments: 12,
  installmentAmount: 1_512,
  totalAmount: 18_144,
  ratePerMonth: 199,
  paidBy: 'buyer',
} as const;
/** Of three, whose interest is the merchant's. */
const THREE = {
  installments: 3,
  installmentAmount: 5_333,
  totalAmount: AMOUNT,
  ratePerMonth: 149,
  paidBy: 'merchant',
} as const;

describe.each(testDatabases())('installments with interest on $engine', (database) => {
  const acquirer = scriptedAcquirer();
  const threeDS = scriptedThreeDS();

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, provider: { cards: acquirer.acquirer, threeDS: threeDS.provider } }),
  );
  const operator = opened(() => openTestOperator(db));
  beforeEach(async () => {
    acquirer.charges.charges.length = 0;
    await setTable(TABLE);
    await setCapabilities({ 'three-ds': 'none', 'card-on-file': 'no' });
  });

  const setTable = (table: Record<string, string>) =>
    operator.run('company set-installments', { company: 'interest', ...table });
  const setCapabilities = (capabilities: Record<string, string>) =>
    operator.run('company set-capabilities', { company: 'interest', ...capabilities });
  const charged = () =>
    acquirer.charges.charges.map(({ amount, installments }) => [amount, installments]);

  /** `total`: what the buyer was shown; none where it is undefined. */
  function tokenize(installments: number, total?: number, referenceId = newReference()) {
    const installmentPlan = total === undefined ? {} : { installmentPlan: { totalAmount: total } };
    const order = { amount: AMOUNT, installments, ...installmentPlan, referenceId };
    return service.tokenize('interest', order).then(({ answer }) => answer);
  }

  function pay(card: object, more: object = {}) {
    return service.post('interest', '/payin', validPayin({ amount: AMOUNT, card, ...more }));
  }

  async function payByToken(installments: number, total?: number, more: object = {}) {
    const referenceId = newReference();
    const { token } = (await tokenize(installments, total, referenceId)).body;
    return pay({ token, installments }, { referenceId, ...more });
  }

  const record = async (id: string) => (await service.get('interest', `/payin/${id}`)).body;

  function refusedOn(path: string) {
    return {
      status: 400,
      body: { error: { code: 'INVALID_DATA', details: [expect.objectContaining({ path })] } },
    };
  }

  it('are charged with their total, which token, record and event tell', async () => {
    const referenceId = newReference();
    const made = await tokenize(12, 18_144, referenceId);
    expect(made.body.installmentPlan).toEqual(TWELVE);
    const card = { token: made.body.token, installments: 12, installmentPlan: TWELVE };
    const receiver = await receiverOf();
    const webhookUrl = receiver.url;
    const paid = await pay(card, { referenceId, webhookUrl });
    expect(paid.body).toMatchObject({ status: 'APPROVED', amount: AMOUNT });
    expect(charged()).toEqual([[18_144, 12]]);
    const { amount, installmentPlan, netAmount } = await record(paid.body.id);
    expect({ amount, installmentPlan }).toEqual({ amount: AMOUNT, installmentPlan: TWELVE });
    // 3.99 % and R$ 0,39 of the amount: the buyer's interest is none of the merchant's.
    expect(netAmount).toBe(AMOUNT - 638 - 39);
    await receiver.untilTold('payin.approved', paid.body.id);
    expect(JSON.parse(receiver.events[0]?.body ?? '').installmentPlan).toEqual(TWELVE);
  });

  it('are charged with the amount where the merchant pays the interest, with its fee', async () => {
    const paid = await payByToken(3);
    expect(charged()).toEqual([[AMOUNT, 3]]);
    const { installmentPlan, netAmount } = await record(paid.body.id);
    expect(installmentPlan).toEqual(THREE);
    // What a buyer would have paid by the same table: 3 times R$ 54,93 less R$ 160,00.
    expect(netAmount).toBe(AMOUNT - 638 - 39 - (3 * 5_493 - AMOUNT));
  });

  it.each([1, 2])('have no plan where %i of them cost nothing', async (installments) => {
    const paid = await payByToken(installments);
    expect(charged()).toEqual([[AMOUNT, installments]]);
    expect((await record(paid.body.id)).installmentPlan).toBeNull();
  });

  it.each<[string, number, number | undefined, string]>([
    ['the buyer was shown no total', 12, undefined, 'installmentPlan'],
    ['the buyer was shown the amount alone', 12, AMOUNT, 'installmentPlan.totalAmount'],
    ['the buyer was shown a centavo less', 12, 18_143, 'installmentPlan.totalAmount'],
    ['a plan without interest was shown with some', 2, 16_100, 'installmentPlan.totalAmount'],
    [
      'the merchant pays, but the buyer was shown interest',
      3,
      16_479,
      'installmentPlan.totalAmount',
    ],
  ])('make no token where %s', async (_, installments, total, path) => {
    expect(await tokenize(installments, total)).toMatchObject(refusedOn(path));
  });

  it('make no token where each would be less than the least one', async () => {
    await setTable({ ...TABLE, minimum: '1513' });
    expect(await tokenize(12, 18_144)).toMatchObject(refusedOn('installments'));
    expect((await tokenize(1)).status).toBe(201);
  });

  it.each<[string, Record<string, string>]>([
    ['another rate', { ...TABLE, rows: '3:149:merchant,4:200:buyer' }],
    ['another payer', { ...TABLE, rows: '3:149:merchant,4:199:merchant' }],
    ['no interest any more', { rows: 'none' }],
    ['a larger least installment', { ...TABLE, minimum: '1513' }],
  ])('of a token are not charged where the table has %s since', async (_, table) => {
    const referenceId = newReference();
    const { token } = (await tokenize(12, 18_144, referenceId)).body;
    await setTable(table);
    const order = () => pay({ token, installments: 12 }, { referenceId });
    expect(await order()).toMatchObject(refusedOn('card.token'));
    expect(charged()).toEqual([]);
    await setTable(TABLE);
    expect(await order()).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
    expect(charged()).toEqual([[18_144, 12]]);
  });

  it('of a token without interest are not charged where the table has some since', async () => {
    const referenceId = newReference();
    const { token } = (await tokenize(2, undefined, referenceId)).body;
    await setTable({ rows: '2:199:buyer' });
    const paid = await pay({ token, installments: 2 }, { referenceId });
    expect(paid).toMatchObject(refusedOn('card.token'));
    expect(charged()).toEqual([]);
  });

  it('are answered as before to a repeat after the table has changed', async () => {
    const referenceId = newReference();
    const { token } = (await tokenize(12, 18_144, referenceId)).body;
    const order = validPayin({ amount: AMOUNT, referenceId, card: { token, installments: 12 } });
    const create = () => service.post('interest', '/payin', order);
    const first = await create();
    await setTable({ rows: 'none' });
    expect((await create()).body).toEqual(first.body);
    expect(charged()).toEqual([[18_144, 12]]);
  });

  it('of a token are not charged where the merchant names another total', async () => {
    const referenceId = newReference();
    const { token } = (await tokenize(12, 18_144, referenceId)).body;
    const installmentPlan = { totalAmount: AMOUNT };
    const paid = await pay({ token, installments: 12, installmentPlan }, { referenceId });
    expect(paid).toMatchObject(refusedOn('card.installmentPlan.totalAmount'));
    expect(charged()).toEqual([]);
  });

  describe('of a card in the clear', () => {
    it('are charged with the total that the buyer was shown', async () => {
      const installmentPlan = { totalAmount: 18_144 };
      const paid = await pay({ ...VALID_CARD, installments: 12, installmentPlan });
      expect((await record(paid.body.id)).installmentPlan).toEqual(TWELVE);
      expect(charged()).toEqual([[18_144, 12]]);
    });

    it.each([
      ['no total', {}, 'card.installmentPlan'],
      [
        'another total',
        { installmentPlan: { totalAmount: 18_145 } },
        'card.installmentPlan.totalAmount',
      ],
    ])('are not charged with %s', async (_, shown, path) => {
      const paid = await pay({ ...VALID_CARD, installments: 12, ...shown });
      expect(paid).toMatchObject(refusedOn(path));
      expect(charged()).toEqual([]);
    });
  });

  it('of a saved card are charged with the total that the buyer was shown alone', async () => {
    await setCapabilities({ 'card-on-file': 'yes' });
    const saving = { amount: AMOUNT, consent: CONSENT };
    const { token, referenceId } = await service.tokenize('interest', saving);
    await pay({ token, installments: 1 }, { referenceId });
    acquirer.charges.charges.length = 0;
    const again = { token, installments: 12, cvv: '123' };
    expect(await pay(again)).toMatchObject(refusedOn('card.installmentPlan'));
    expect(charged()).toEqual([]);
    const paid = await pay({ ...again, installmentPlan: { totalAmount: 18_144 } });
    expect(paid.body.status).toBe('APPROVED');
    expect(charged()).toEqual([[18_144, 12]]);
  });

  it('are what the bank asks the cardholder to confirm, before and after the order', async () => {
    await setCapabilities({ 'three-ds': 'pre-order' });
    threeDS.script.opened.length = 0;
    const { token } = (await tokenize(12, 18_144)).body;
    await service.fromPage('interest', '/checkout/three-d-secure-sessions', { token });
    await setCapabilities({ 'three-ds': 'post-order' });
    expect((await payByToken(12, 18_144)).body.status).toBe('PENDING_3DS');
    expect(threeDS.script.opened.map(({ amount }) => amount)).toEqual([18_144, 18_144]);
  });
});
