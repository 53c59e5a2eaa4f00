import { beforeEach, describe, expect, it } from 'vitest';
import type { ChargeRequest } from '../../providers/acquirer.ts';
import { orderFacts } from '../../testing/order-facts.ts';
import { refundOrder } from '../../testing/refund-order.ts';
import { createMemoryState } from '../../testing/test-bank.ts';
import { createSandboxAcquirer } from './acquirer.ts';
import { createSandboxRefunds } from './refunds.ts';

const CARD = {
  holderName: 'ANA SOUZA',
  number: '4111111111111111',
  expirationMonth: '12',
  expirationYear: '2040',
};

let values: Map<string, string>;
let now: Date;
let ids: number;

beforeEach(() => {
  values = new Map();
  now = new Date('2030-01-01T00:00:00Z');
  ids = 0;
});

function open() {
  const randomId = () => {
    ids += 1;
    return `id-${ids}`;
  };
  const state = createMemoryState(values);
  const nowFor = async () => now;
  const refunds = createSandboxRefunds({ state, nowFor, randomId });
  return createSandboxAcquirer({ refunds, state, nowFor, randomId });
}
function request(change: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    companyId: 'a',
    reference: 'pay_1',
    ...orderFacts(),
    brand: 'visa',
    amount: 100,
    installments: 1,
    card: { kind: 'card', card: CARD },
    cvv: '123',
    canAuthenticateLater: false,
    ...change,
  };
}
function withCard(change: Partial<typeof CARD>) {
  return { card: { kind: 'card' as const, card: { ...CARD, ...change } } };
}
const never = new AbortController().signal;
const charge = { companyId: 'a', reference: 'pay_1', amount: 100 };

describe('the sandbox acquirer', () => {
  it.each(['4000000000000002', null])('gives nothing back unbooked: %s', async (number) => {
    if (number !== null) await open().charge(request(withCard({ number })), never);
    const before = await open().findCharge(charge, never);
    const reversal = { ...charge, amount: 100, reversalId: 'rev-1' };
    await expect(open().voidCharge?.(reversal, never)).rejects.toThrow('no booked charge');
    expect(await open().findCharge(charge, never)).toEqual(before);
  });

  it('settles a silent charge only when the caller gives up', async () => {
    const controller = new AbortController();
    const answer = open().charge(request(withCard({ holderName: 'SLOW' })), controller.signal);
    let isSettled = false;
    const settled = answer.then(
      () => 'answered',
      () => {
        isSettled = true;
        return 'gave up';
      },
    );
    // Turns of the event loop, not time: whatever it was going to say it would have said.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    controller.abort();
    expect(await settled).toBe('gave up');
  });

  it('decides a silent charge when the sandbox clock has moved 60 seconds', async () => {
    const controller = new AbortController();
    controller.abort();
    await open()
      .charge(request(withCard({ holderName: 'slow' })), controller.signal)
      .catch(() => undefined);
    expect(await open().findCharge(charge, never)).toEqual({ kind: 'processing' });
    now = new Date(now.getTime() + 59_999);
    expect(await open().findCharge(charge, never)).toEqual({ kind: 'processing' });
    now = new Date(now.getTime() + 1);
    expect((await open().findCharge(charge, never)).kind).toBe('approved');
  });

  it('fails once for an order, and for each company anew', async () => {
    const flaky = withCard({ number: '4000000000000119' });
    const once = (companyId: string, reference: string) =>
      open().charge(request({ ...flaky, companyId, reference }), never);
    expect((await once('a', 'pay_1')).kind).toBe('unavailable');
    expect((await once('a', 'pay_2')).kind).toBe('approved');
    expect((await once('b', 'pay_3')).kind).toBe('unavailable');
  });

  it('charges a card it keeps, by its reference', async () => {
    const card = { ...CARD, number: '4000000000000002' };
    const stored = await open().storeCard({ companyId: 'a', card, brand: 'visa' }, never);
    if (stored.kind !== 'stored') throw new Error('not stored');
    const answer = await open().charge(
      request({ card: { ...stored, provider: 'sandbox' } }),
      never,
    );
    expect(answer.kind).toBe('refused');
  });

  it('throws for a card it does not keep, which means: unknown', async () => {
    const card = { kind: 'stored' as const, provider: 'sandbox', cardReference: 'nope' };
    await expect(open().charge(request({ card }), never)).rejects.toThrow();
  });

  it('asks for 3-D Secure only where the buyer can be asked, and takes nothing then', async () => {
    const challenged = withCard({ number: '4000000000002503' });
    const answer = await open().charge(
      request({ ...challenged, canAuthenticateLater: true }),
      never,
    );
    expect(answer).toEqual({ kind: 'authentication_required' });
    expect(await open().findCharge(charge, never)).toEqual({ kind: 'not_found' });
    expect((await open().charge(request(challenged), never)).kind).toBe('approved');
  });

  it.each([
    ['OTHE', 'refused', 'refused'],
    ['pend', 'processing', 'done'],
    ['FAIL', 'processing', 'refused'],
    ['PERR', 'unavailable', 'not_found'],
    ['SLOW or not', 'done', 'done'],
  ])('answers a refund for %s with %s, then %s', async (reason, first, last) => {
    const order = refundOrder({ ...charge, refundId: 'r1', amount: 60, reason });
    expect((await open().refund?.(order, never))?.kind).toBe(first);
    now = new Date(now.getTime() + 60_000);
    expect((await open().findRefund?.(order, never))?.kind).toBe(last);
  });
});
