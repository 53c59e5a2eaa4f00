import { describe, expect, it } from 'vitest';
import { lookUpBudget, PROVIDER_DEFINITIONS } from '../../providers/registry.ts';
import { openMoneyWorld } from '../../testing/money-world.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { newReference } from '../../testing/test-service.ts';

const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** Seconds after which a PIX is looked up that nobody pays, and a boleto on a working day. */
const LOOKED_AT = {
  PIX: [20, 60, 180, 480, 900],
  BOLETO: [1, 2, 3].map((hours) => (hours * HOUR_MS) / SECOND_MS),
};

const ROWS = PROVIDER_DEFINITIONS.flatMap(({ name, methods }) =>
  (['PIX', 'BOLETO'] as const)
    .filter((method) => methods.includes(method))
    .map((method) => [method, name, ['efi'].includes(name) ? [] : ['rare']] as const),
);

async function openAt(method: 'PIX' | 'BOLETO', provider: string) {
  const [database] = testDatabases();
  if (database === undefined) throw new Error('there is no database');
  const world = await openMoneyWorld([{ method, provider }], { database });
  const party = world.partyOf(method);
  const order = () =>
    world.call(0, 'POST', '/payin', world.orderBy(method, newReference(), 10_000));
  let heard = 0;
  /** Reads that the party was asked for since it was last asked how many. */
  const reads = () => {
    const from = heard;
    heard = party.requests.length;
    return party.requests.slice(from).filter((one) => one.method === 'GET').length;
  };
  return { world, order, reads };
}

describe('what a payment that nobody pays costs its provider', () => {
  for (const [method, provider, tags] of ROWS) {
    it(`is a read for each look by ${method} at ${provider}`, { tags: [...tags] }, async () => {
      const { world, order, reads } = await openAt(method, provider);
      expect((await order()).status).toBe(201);
      reads();
      let passed = 0;
      for (const seconds of LOOKED_AT[method]) {
        await world.pass((seconds - passed - 1) * SECOND_MS);
        expect(reads()).toBe(0);
        await world.pass(SECOND_MS);
        expect(reads()).toBe(1);
        passed = seconds;
      }
      await world.stop();
    });
  }

  it('is no more than its budget in a minute, however many look at their codes', async () => {
    const { world, order, reads } = await openAt('PIX', 'inter');
    const budget = lookUpBudget('inter');
    const orders = Array.from({ length: budget + 5 }, order);
    const ids = (await Promise.all(orders)).map(({ body }) => body.id);
    world.advance(20 * SECOND_MS);
    reads();
    let asked = 0;
    for (const id of ids) expect((await world.call(0, 'GET', `/payin/${id}`)).status).toBe(200);
    await expect.poll(() => (asked += reads())).toBe(budget);
    for (const id of ids) await world.call(0, 'GET', `/payin/${id}`);
    expect([budget, reads()]).toEqual([60, 0]);
    await world.stop();
  });
});
