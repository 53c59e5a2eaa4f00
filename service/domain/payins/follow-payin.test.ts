import { describe, expect, it } from 'vitest';
import { PROVIDER_DEFINITIONS } from '../../providers/registry.ts';
import { watchReturnsOfBefore } from '../../store/migrations/0056-returns-of-before.ts';
import { disagreementsOf } from '../../testing/money-agrees.ts';
import { openMoneyWorld } from '../../testing/money-world.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { newReference } from '../../testing/test-service.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const AMOUNT = 10_000;
const EVERYDAY = ['cielo', 'efi'];

const ROWS = PROVIDER_DEFINITIONS.flatMap(({ name: provider, methods, steps }) =>
  methods.flatMap((method) => {
    if (method === 'PAYOUT') return [];
    const tells = steps[method]?.includes('given_back') === true;
    return [{ provider, method, tells, tags: EVERYDAY.includes(provider) ? [] : ['rare'] }];
  }),
);

describe.each(testDatabases())('a return whose notice is lost, on $engine', (database) => {
  for (const { provider, method, tells, tags } of ROWS) {
    const what = tells ? 'is found once' : 'is not asked for';
    it(`${what} of ${method} at ${provider}`, { tags, timeout: 60_000 }, async () => {
      const processes = database.engine === 'postgres' ? 2 : 1;
      const world = await openMoneyWorld([{ method, provider }], { database, processes });
      const party = world.partyOf(method);
      const reference = newReference();
      await world.call(0, 'POST', '/payin', world.orderBy(method, reference, AMOUNT));
      const [payin] = await world.payinsOf(reference);
      if (payin === undefined) throw new Error('it was not paid');
      const tell = async () => {
        const notice = party.told[method]?.tell(payin.key);
        expect(notice === undefined || (await world.notify(0, party, notice))).toBe(true);
      };
      const read = async () => (await world.call(0, 'GET', `/payin/${payin.id}`)).body;
      const asked = async (ms: number) => {
        const before = party.requests.length;
        await world.pass(ms);
        await world.pass(15_000);
        return party.requests.length - before;
      };
      if ((await read()).status === 'PENDING') {
        party.told[method]?.happen(payin.key);
        await tell();
      }
      const approved = await read();
      expect(approved).toMatchObject({ status: 'APPROVED', refundedAmount: 0 });
      // As if it had been approved by a release that did not look for what went back.
      await world.read("DELETE FROM look_ups WHERE subject_id LIKE 'returns of %'");
      await watchReturnsOfBefore(world.db, new Date(approved.updatedAt));
      expect(await asked(HOUR_MS - 60_000)).toBe(0);
      if (tells) {
        const giveBack = party.book.departures(method)['given back at its pages'];
        giveBack?.(payin.key, 1_000);
        expect(await asked(60_000)).toBeGreaterThan(0);
        for (let time = 0; time < 2; time += 1) {
          expect(await read()).toMatchObject({ refundedAmount: 1_000, refunds: [{}] });
          await tell();
        }
        expect(await asked(0)).toBe(0);
        giveBack?.(payin.key, 2_000);
        expect(await asked(DAY_MS - 2 * HOUR_MS)).toBe(0);
      }
      for (const days of [1, 6, 23, 50]) expect((await asked(days * DAY_MS)) > 0).toBe(tells);
      expect((await read()).refundedAmount).toBe(tells ? 3_000 : 0);
      expect(await asked(30 * DAY_MS)).toBe(0);
      expect(await disagreementsOf(world)).toEqual([]);
      await world.stop();
    });
  }
});
