import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEfi } from '../../parties/efi/efi.ts';
import type { Fault, OrderedFault } from '../../parties/server/faults.ts';
import { createTestSurroundings } from '../../parties/server/surroundings.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { createLedgerStore } from '../store/ledger.ts';
import { pixBankSettings } from '../testing/pix-bank-settings.ts';
import { testDatabases } from '../testing/test-db.ts';
import { startKilledAtParty } from '../testing/test-killed-at-party.ts';
import { disagreementOf } from '../testing/test-killed-service.ts';
import { basic, newReference, send } from '../testing/test-service.ts';

const ACCOUNT = 'no3ds';
const OPENING = 1_000_000;
const AMOUNT = 1_000;
const ITEM = '/v3/gn/pix/:id';
const PIX_KEY = 'ana@example.com';
/** Until the test releases it. */
const HELD_MS = 1_000_000_000;
const ANSWER_HELD: Fault = { kind: 'answer_late', afterMs: HELD_MS };
const BOOKING_HELD: Fault = { kind: 'book_late', afterMs: HELD_MS };

describe.each(testDatabases())(
  'a payout at Efí, its service killed meanwhile, on $engine',
  ({ engine }) => {
    const surroundings = createTestSurroundings();
    let party: Awaited<ReturnType<typeof startEfi>>;
    let service: Awaited<ReturnType<typeof startKilledAtParty>>;

    beforeAll(async () => {
      party = await startEfi(surroundings);
      const { api, origins, authorityPem: trustedPem } = party;
      service = await startKilledAtParty(engine, {
        clock: surroundings.clock,
        providers: { efi: { hosts: { api, token: api, ...origins }, trustedPem } },
        async route(operator) {
          const named = { company: ACCOUNT, provider: 'efi' };
          await operator.run('provider add', { ...named, ...pixBankSettings(party, 'efi') });
          const { connected } = await operator.record('provider connect', named);
          expect(connected).toBe('yes');
          await operator.run('route set', { company: ACCOUNT, method: 'PAYOUT', providers: 'efi' });
        },
      });
    });
    afterAll(async () => {
      await service.remove();
      await party.stop();
    });

    const ask = (body: unknown) => send(service.url('/payout'), { body, headers: basic(ACCOUNT) });
    const payoutOf = async (referenceId: string) => {
      const url = service.url(`/payout?referenceId=${referenceId}`);
      const { data } = (await send(url, { headers: basic(ACCOUNT) })).body;
      expect(data).toHaveLength(1);
      return data[0];
    };
    const sends = () =>
      party.requests.filter(({ method, path }) => method === 'PUT' && path.startsWith('/v3/'))
        .length;

    /** The service has died while its transfer was at Efí, and is back at the same moment. */
    const killedWhileSending = async (fault: Fault) => {
      const body = {
        amount: AMOUNT,
        pixKey: PIX_KEY,
        pixKeyType: 'EMAIL',
        referenceId: newReference(),
      };
      const held: OrderedFault = party.faults.next({ method: 'PUT', path: ITEM }, fault);
      const before = sends();
      const asked = ask(body).catch(() => null);
      await held.taken;
      await service.die();
      expect(await asked).toBeNull();
      const { id } = await payoutOf(body.referenceId);
      return { body, held, id, key: attemptKeyOf(id), sent: () => sends() - before };
    };

    const statusOf = async (id: string) =>
      (await send(service.url(`/payout/${id}`), { headers: basic(ACCOUNT) })).body.status;
    /** Looked at again and again, each time later than the last. */
    const passUntil = async (isSo: () => Promise<boolean>, seconds = 20) => {
      for (let round = 0; round < 12 && !(await isSo()); round += 1) await service.pass(seconds);
      expect(await isSo()).toBe(true);
    };
    const passUntilIs = (status: string, id: string, seconds = 20) =>
      passUntil(async () => (await statusOf(id)) === status, seconds);
    /** `gone`: centavos of payouts that were made, or are on their way. */
    const expectGone = async (gone: number) => {
      const { available } = (await send(service.url('/balance'), { headers: basic(ACCOUNT) })).body;
      expect(available).toBe(OPENING - gone);
    };

    it('is found where Efí has taken it in and its answer was lost', async () => {
      const { body, id, key, sent } = await killedWhileSending(ANSWER_HELD);
      await passUntilIs('PROCESSING', id);
      party.settlePayout(key);
      await passUntilIs('COMPLETED', id);
      expect((await ask(body)).body).toMatchObject({ id, status: 'COMPLETED' });
      expect([sent(), party.payouts.size]).toEqual([1, 1]);
      await expectGone(AMOUNT);
    });

    it('gives the balance back once where the answer was lost and it came back', async () => {
      const { id, key, sent } = await killedWhileSending(ANSWER_HELD);
      party.settlePayout(key, { status: 'NAO_REALIZADO' });
      await service.pass(16);
      await service.die();
      await passUntilIs('REFUSED', id);
      expect(sent()).toBe(1);
      await expectGone(AMOUNT);
    });

    it('is sent again under its own id where Efí never got it, and made once', async () => {
      const { id, key, held, sent } = await killedWhileSending(BOOKING_HELD);
      await passUntilIs('PROCESSING', id);
      // The first one arrives after all.
      held.release();
      await held.finished;
      party.settlePayout(key);
      await passUntilIs('COMPLETED', id);
      expect([sent(), party.payouts.size]).toEqual([2, 3]);
      await expectGone(2 * AMOUNT);
    });

    it('is made once where the service dies again while it sends it again', async () => {
      const { id, key, held } = await killedWhileSending(BOOKING_HELD);
      const again = party.faults.next({ method: 'PUT', path: ITEM }, ANSWER_HELD);
      service.begin(16);
      await again.taken;
      await service.die();
      held.release();
      await held.finished;
      await passUntilIs('PROCESSING', id);
      party.settlePayout(key);
      await passUntilIs('COMPLETED', id, 60);
      expect(party.payouts.size).toBe(4);
      await expectGone(3 * AMOUNT);
    });

    it('has not failed by a refusal while the first one may still arrive', async () => {
      const { id, key, held, sent } = await killedWhileSending(BOOKING_HELD);
      party.setBalance(0);
      await passUntil(async () => sent() > 1);
      expect(await statusOf(id)).toBe('PENDING');
      party.setBalance(OPENING);
      held.release();
      await held.finished;
      await passUntilIs('PROCESSING', id);
      party.settlePayout(key);
      await passUntilIs('COMPLETED', id, 60);
      await expectGone(4 * AMOUNT);
    });

    it('fails, and gives the balance back once, where it is refused when nothing can arrive', async () => {
      const { id, held, sent } = await killedWhileSending({ kind: 'cut' });
      await held.finished;
      party.setBalance(0);
      for (const seconds of [16, 60, 120]) {
        await service.pass(seconds);
        expect(await statusOf(id)).toBe('PENDING');
      }
      expect(sent()).toBeGreaterThan(1);
      await expectGone(5 * AMOUNT);
      await passUntilIs('FAILED', id, 300);
      expect(party.payouts.size).toBe(5);
      party.setBalance(OPENING);
      await service.pass(3_600);
      expect([await statusOf(id), party.payouts.size]).toEqual(['FAILED', 5]);
      await expectGone(4 * AMOUNT);
    });

    it('leaves a ledger that agrees, no violation, and neither key nor credential in the log', async () => {
      const db = await service.end();
      try {
        expect(await disagreementOf(db)).toBeNull();
        const { available, in_flight } = await createLedgerStore(db).readBalances(ACCOUNT);
        expect([available, in_flight]).toEqual([OPENING - 4 * AMOUNT, 0]);
      } finally {
        await db.close();
      }
      expect(party.takeViolations()).toEqual([]);
      const log = service.log();
      expect(log).toContain('an outside party was asked');
      for (const secret of [PIX_KEY, party.key, party.credentials.clientSecret]) {
        expect(log).not.toContain(secret);
      }
    });
  },
);
