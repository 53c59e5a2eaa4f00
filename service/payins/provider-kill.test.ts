import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAcquirer } from '../../parties/cielo/acquirer.ts';
import type { Fault } from '../../parties/server/faults.ts';
import { createTestSurroundings } from '../../parties/server/surroundings.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { testDatabases } from '../testing/test-db.ts';
import { startKilledAtParty } from '../testing/test-killed-at-party.ts';
import { disagreementOf } from '../testing/test-killed-service.ts';
import { basic, payinWithCard, send, VALID_CARD } from '../testing/test-service.ts';

const ACCOUNT = 'no3ds';
const DECLINED_NUMBER = '4000000000000002';
/** Until the test releases it. */
const HELD_MS = 1_000_000_000;
const ANSWER_HELD: Fault = { kind: 'answer_late', afterMs: HELD_MS };
const BOOKING_HELD: Fault = { kind: 'book_late', afterMs: HELD_MS };
/** Cielo's words for sales that were captured, and for ones given back. */
const CAPTURED = 2;
const VOIDED = 10;

describe.each(testDatabases())(
  'a charge at Cielo, its service killed meanwhile, on $engine',
  ({ engine }) => {
    const surroundings = createTestSurroundings();
    let party: Awaited<ReturnType<typeof startAcquirer>>;
    let service: Awaited<ReturnType<typeof startKilledAtParty>>;

    beforeAll(async () => {
      party = await startAcquirer({ ...surroundings, profile: 'cielo' });
      const { api, query, authorityPem: trustedPem } = party;
      service = await startKilledAtParty(engine, {
        clock: surroundings.clock,
        providers: { cielo: { hosts: { api, query }, trustedPem } },
        async route(operator) {
          const named = { company: ACCOUNT, provider: 'cielo' };
          const { merchantId, merchantKey } = party.credentials;
          const typed = { 'merchant-id': merchantId, 'merchant-key': merchantKey };
          await operator.run('provider add', { ...named, ...typed });
          const route = { company: ACCOUNT, method: 'CREDIT_CARD', providers: 'cielo' };
          await operator.run('route set', route);
        },
      });
    });
    afterAll(async () => {
      await service.remove();
      await party.stop();
    });

    const pay = (body: unknown) => send(service.url('/payin'), { body, headers: basic(ACCOUNT) });
    const statusOf = async (id: string) =>
      (await send(service.url(`/payin/${id}`), { headers: basic(ACCOUNT) })).body.status;
    const salesOf = (id: string) => party.salesOf(attemptKeyOf(id)).map(({ status }) => status);
    const charges = () => party.requests.filter(({ method }) => method === 'POST').length;

    /** The service has died while its charge was at Cielo, and is back at the same moment. */
    const killedWhileCharging = async (fault: Fault, card: Record<string, unknown> = {}) => {
      const body = payinWithCard(card);
      const held = party.faults.next({ method: 'POST', path: '/1/sales/' }, fault);
      const before = charges();
      const asked = pay(body).catch(() => null);
      await held.taken;
      await service.die();
      expect(await asked).toBeNull();
      /** How often the charge was sent, of this payin and of those of later repeats. */
      const sent = () => charges() - before;
      return { body, held, sent };
    };

    it('is approved where Cielo has booked it and its answer was lost', async () => {
      const { body, sent } = await killedWhileCharging(ANSWER_HELD);
      await service.pass(16);
      const again = await pay(body);
      expect([again.status, again.body.status]).toEqual([201, 'APPROVED']);
      expect((await pay(body)).body).toEqual(again.body);
      expect(salesOf(again.body.id)).toEqual([CAPTURED]);
      expect(sent()).toBe(1);
    });

    it('is refused where its bank has refused it and the answer was lost', async () => {
      const { body, sent } = await killedWhileCharging(ANSWER_HELD, { number: DECLINED_NUMBER });
      await service.pass(16);
      const { id } = (await listed()).find(
        ({ referenceId }: { referenceId: string }) => referenceId === body.referenceId,
      );
      expect(await statusOf(id)).toBe('REFUSED');
      expect(salesOf(id)).not.toContain(CAPTURED);
      expect(sent()).toBe(1);
    });

    it('is pending until Cielo books it, and approved then', async () => {
      const { body, held, sent } = await killedWhileCharging(BOOKING_HELD);
      await service.pass(16);
      const first = await pay(body);
      expect(first).toMatchObject({ status: 201, body: { status: 'PENDING' } });
      const { id } = first.body;
      expect(salesOf(id)).toEqual([]);
      held.release();
      await held.finished;
      for (const seconds of [30, 60, 120]) await service.pass(seconds);
      expect(await statusOf(id)).toBe('APPROVED');
      expect(salesOf(id)).toEqual([CAPTURED]);
      expect(sent()).toBe(1);
    });

    it('fails only when nothing can be booked any more; what is booked yet is given back', async () => {
      const { body, held, sent } = await killedWhileCharging(BOOKING_HELD);
      await service.pass(16);
      const { id } = (await pay(body)).body;
      // Killed again on the way: what was seen so far is kept.
      await service.die();
      // 35 seconds for the call, five minutes for Cielo, and a second look a minute later.
      for (const seconds of [60, 120, 100, 39, 59]) {
        await service.pass(seconds);
        expect(await statusOf(id)).toBe('PENDING');
      }
      expect(sent()).toBe(1);
      await service.pass(1);
      expect(await statusOf(id)).toBe('FAILED');
      const again = await pay(body);
      expect(again).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
      expect(again.body.id).not.toBe(id);

      held.release();
      await held.finished;
      expect(salesOf(id)).toEqual([CAPTURED]);
      await service.pass(300);
      expect(salesOf(id)).toEqual([VOIDED]);
      expect(await statusOf(id)).toBe('FAILED');
      expect(salesOf(again.body.id)).toEqual([CAPTURED]);
      expect(sent()).toBe(2);
    });

    it('leaves a ledger that agrees, and no card number or credential in the log', async () => {
      const db = await service.end();
      try {
        expect(await disagreementOf(db)).toBeNull();
      } finally {
        await db.close();
      }
      const log = service.log();
      expect(log).toContain('an outside party was asked');
      for (const secret of [VALID_CARD.number, DECLINED_NUMBER, party.credentials.merchantKey]) {
        expect(log).not.toContain(secret);
      }
    });

    async function listed() {
      return (await send(service.url('/payin?limit=100'), { headers: basic(ACCOUNT) })).body.data;
    }
  },
);
