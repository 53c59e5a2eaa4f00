import { describe, expect, it, vi } from 'vitest';
import { createShopApi } from './shop-api.ts';

const APPROVED = { id: 'pay_1', status: 'APPROVED' };

type Answer = [status: number, body: unknown] | null;

/** Pays once: what came of it, what was asked and how long was waited before each new try. */
async function pay(answers: Answer[]) {
  const waits: number[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    const next = answers.shift();
    if (!next) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(next[1]), { status: next[0] });
  });
  const clock = {
    after(delayMs: number, act: () => void) {
      waits.push(delayMs);
      act();
    },
  };
  const request = { paymentMethod: 'PIX' } as const;
  const told = await createShopApi(fetch, clock)
    .pay('ref-1', request)
    .catch((error: unknown) => error);
  expect(new Set(fetch.mock.calls.map(([url, init]) => `${url} ${init?.body}`)).size).toBe(1);
  return { told, waits };
}

function refusal(status: number, code: string): Answer {
  return [status, { error: { code } }];
}

describe('a payment of which nobody told what came', () => {
  it.each<[what: string, lost: Answer]>([
    ['no answer', null],
    ['no JSON', [504, undefined]],
    ['a 504', [504, {}]],
    ['a 408', [408, {}]],
    ['a service that is still at it', refusal(409, 'IN_PROGRESS')],
    ['a shop that cannot reach it', refusal(502, 'PAYMENT_SERVICE_UNREACHABLE')],
  ])('is asked for again after %s', async (_what, lost) => {
    expect(await pay([lost, lost, [201, APPROVED]])).toEqual({
      told: APPROVED,
      waits: [1_000, 3_000],
    });
  });

  it('ends by a decline', async () => {
    const { told, waits } = await pay([null, refusal(400, 'INVALID_CVV')]);
    expect(told).toMatchObject({ code: 'INVALID_CVV', isUnknown: false });
    expect(waits).toEqual([1_000]);
  });

  it('stays unknown whatever else is answered', async () => {
    const { told, waits } = await pay([
      null,
      refusal(404, 'ORDER_NOT_FOUND'),
      [404, {}],
      [404, {}],
    ]);
    expect(told).toMatchObject({ code: 'UNKNOWN', isUnknown: true });
    expect(waits).toEqual([1_000, 3_000, 8_000]);
  });
});

it.each([
  [400, 'INVALID_DATA'],
  [502, 'PROVIDER_ERROR'],
  [404, 'ORDER_NOT_FOUND'],
])('a clear refusal %i %s is not repeated', async (status, code) => {
  const { told, waits } = await pay([refusal(status, code)]);
  expect(told).toMatchObject({ code, isUnknown: false });
  expect(waits).toEqual([]);
});
