import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { listEvents } from '../../testing/test-killed-service.ts';
import type { Answer } from '../../testing/test-service.ts';
import { startTestService, VALID_CARD, validPayin } from '../../testing/test-service.ts';

type Change = Record<string, unknown>;

function cardOf(change: Change = {}) {
  return { paymentMethod: 'CREDIT_CARD', card: { ...VALID_CARD, installments: 1, ...change } };
}
const PIX = { paymentMethod: 'PIX' };
const BOLETO = { paymentMethod: 'BOLETO' };
const CONSENT = { paymentMethod: 'OPEN_FINANCE', bankId: 'ipe' };
const CHALLENGED = '4000000000002503';
/** A price of its own, as shops have for a method. */
const CHEAPER = { amount: 9_500 };
const DUPLICATE = 'DUPLICATE_REFERENCE';

/** What a request is answered with: the payin that is there, a new one beside it or in its place. */
type Outcome = 'same' | 'new' | 'replaced' | typeof DUPLICATE;

/** What there is: how it is paid, and what is done to it by the sandbox's controls. */
type Held = { paid: Change; controls?: readonly string[]; account?: string };

/** By the same order, another method at another price, and the same method at another price. */
const [KEPT, OPEN, OVER] = [
  ['same', DUPLICATE, DUPLICATE],
  ['same', 'replaced', DUPLICATE],
  ['new', 'new', 'new'],
] as const;
const HELD: readonly [string, Held, Change, readonly [Outcome, Outcome, Outcome]][] = [
  ['an approved card', { paid: cardOf() }, PIX, KEPT],
  ['a refunded PIX', { paid: PIX, controls: ['pay', 'refund'] }, cardOf(), KEPT],
  ['a PIX under MED', { paid: PIX, controls: ['pay', 'med'] }, BOLETO, KEPT],
  ['a challenge', { paid: cardOf({ number: CHALLENGED }), account: 'postorder' }, PIX, OPEN],
  ['an open PIX', { paid: PIX }, cardOf(), OPEN],
  ['an open boleto', { paid: BOLETO }, PIX, OPEN],
  ['an open consent', { paid: CONSENT }, PIX, OPEN],
  ['a refused card', { paid: cardOf({ holderName: 'OTHE' }) }, PIX, OVER],
  ['a failed card', { paid: cardOf({ holderName: 'CATA' }) }, PIX, OVER],
  ['an expired PIX', { paid: PIX, controls: ['expire'] }, cardOf(), OVER],
  ['a cancelled PIX', { paid: PIX, controls: ['cancel'] }, cardOf(), OVER],
];

describe.each(testDatabases())('a reference that was used before, on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const pay = (body: unknown, account = 'no3ds') => service.post(account, '/payin', body);
  const show = async (id: string, account = 'no3ds') =>
    (await service.get(account, `/payin/${id}`)).body;
  const orderOf = (change: Change) => {
    const { card: _card, ...order } = validPayin({ webhookUrl: 'http://127.0.0.1:65000/hook' });
    return { ...order, ...change };
  };
  /** What there is, and the order that it was made by. */
  const hold = async ({ paid, controls = [], account = 'no3ds' }: Held) => {
    const order = orderOf(paid);
    const { id } = (await pay(order, account)).body;
    for (const control of controls) {
      await service.post(account, `/sandbox/payins/${id}/${control}`);
    }
    return { order, id: String(id), account };
  };
  const expectOutcome = async (
    { id, account }: { id: string; account: string },
    { status, body, headers }: Answer,
    outcome: Outcome,
  ) => {
    const held = await show(id, account);
    const shown = {
      id,
      status: held.status,
      paymentMethod: held.paymentMethod,
      amount: held.amount,
    };
    if (outcome === DUPLICATE) {
      expect([status, body.error.code, body.error.payin]).toEqual([409, outcome, shown]);
      expect(headers.has('retry-after')).toBe(false);
      return;
    }
    expect([status, body.id === id]).toEqual([201, outcome === 'same']);
    expect(held.replacedBy).toBe(outcome === 'replaced' ? body.id : null);
    if (outcome === 'replaced') {
      expect(held.status).toBe('CANCELED');
      expect((await listEvents(service.baseUrl, { id, account })).at(-1)).toBe('payin.canceled');
    }
  };

  describe.each(HELD)('%s', (_name, held, method, [same, another, other]) => {
    const isLeftAlone = another === DUPLICATE;
    let left: ReturnType<typeof hold> | null = null;
    /** One for all questions where none of them changes it. */
    const holdOnce = () => {
      left = isLeftAlone && left !== null ? left : hold(held);
      return left;
    };
    it.each([
      ['the same order', {}, same],
      ['another method at another price', { ...method, ...CHEAPER }, another],
      ['the same method at another price', CHEAPER, other],
    ] as const)('is asked for by %s', async (_how, change, outcome) => {
      const there = await holdOnce();
      const { card, ...order } = { card: undefined, ...there.order };
      const asked = { ...order, ...('card' in held.paid ? { card } : {}), ...change };
      await expectOutcome(there, await pay(asked, there.account), outcome);
    });
  });

  it.each([
    ['items', { items: [{ title: 'Outro', quantity: 1, unitPrice: 10_000 }] }],
    ['isPhysicalProduct', { isPhysicalProduct: true }],
    ['the document', { customer: { ...validPayin().customer, document: '11144477735' } }],
    ['webhookUrl', { webhookUrl: 'http://127.0.0.1:65000/other' }],
  ])('is another order by %s', async (_name, change) => {
    const there = await hold({ paid: PIX });
    await expectOutcome(there, await pay({ ...there.order, ...change }), DUPLICATE);
  });

  it('is the same order where only what differs between two tries does', async () => {
    const there = await hold({ paid: PIX });
    const { customer } = there.order;
    const address = { ...customer.address, number: '11' };
    const typed = { name: 'Ana S', email: 'a@example.com', phone: '5511912345678', address };
    const again = { ...there.order, payerIp: '203.0.113.9', customer: { ...customer, ...typed } };
    const answer = await pay(again);
    await expectOutcome(there, answer, 'same');
    expect(answer.body.pix.qrcode).toBeTruthy();
  });

  it('waits for another bank by a consent of its own', async () => {
    const there = await hold({ paid: CONSENT });
    await expectOutcome(there, await pay({ ...there.order, bankId: 'jatoba' }), 'replaced');
  });

  it.each([
    ['another card', {}, 'replaced'],
    ['the same card by another plan', { number: CHALLENGED, installments: 2 }, 'replaced'],
    ['the same card typed again', { number: CHALLENGED, cvv: '321' }, 'same'],
  ] as const)('over an open challenge: %s', async (_name, change, outcome) => {
    const there = await hold({ paid: cardOf({ number: CHALLENGED }), account: 'postorder' });
    const answer = await pay({ ...there.order, ...cardOf(change) }, 'postorder');
    await expectOutcome(there, answer, outcome);
    if (outcome === 'same') expect(answer.body.threeDSecureAction).toBeTruthy();
  });

  it('ends nothing for a card that cannot be charged', async () => {
    const there = await hold({ paid: PIX });
    const answer = await pay({ ...there.order, ...cardOf({ expirationYear: '2020' }) });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect((await show(there.id)).status).toBe('PENDING');
  });

  it.each([
    ['APPROVED', {}, 'no3ds', []],
    ['REFUSED', { holderName: 'OTHE' }, 'no3ds', []],
    ['CANCELED', { number: CHALLENGED }, 'postorder', ['cancel']],
  ])('gives the payin of its token, even %s', async (status, change, account, controls) => {
    const order = orderOf({});
    const { token } = await service.tokenize(account, {
      ...{ amount: order.amount, referenceId: order.referenceId },
      card: { ...VALID_CARD, ...change },
    });
    const asked = { ...order, paymentMethod: 'CREDIT_CARD', card: { token, installments: 1 } };
    const { id } = (await pay(asked, account)).body;
    for (const control of controls) {
      await service.post(account, `/payin/${id}/${control}`);
    }
    const again = await pay({ ...asked, payerIp: '203.0.113.9' }, account);
    expect([again.status, again.body.id, again.body.status]).toEqual([201, id, status]);
  });

  it('is taken over once, however many other methods are asked for at once', async () => {
    const there = await hold({ paid: PIX });
    const ways = [BOLETO, CONSENT, cardOf(), PIX];
    await Promise.all(ways.map((way) => pay({ ...there.order, ...way })));
    const { data } = (await service.get('no3ds', `/payin?referenceId=${there.order.referenceId}`))
      .body;
    expect(data.filter((one: { status: string }) => one.status !== 'CANCELED')).toHaveLength(1);
  });
});
