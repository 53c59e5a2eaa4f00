import { beforeEach, describe, expect, it } from 'vitest';
import type { KnownPayment, PaymentIssuer } from '../../providers/acquirer.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { ISSUER } from '../../testing/test-provider.ts';
import { basic, send, startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

/** A Monday in São Paulo, at nine. */
const MONDAY = Date.parse('2027-03-01T12:00:00Z');
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const AMOUNT = 10_000;
const ROUND_MS = 30_000;

describe.each(testDatabases())('an open payment whose notice is lost, on $engine', (database) => {
  let time = MONDAY;
  let known: KnownPayment = { kind: 'open' };
  let askedAt: number[] = [];
  const { timers, round } = manualTimers();

  const payments: PaymentIssuer = {
    ...ISSUER,
    async findPayment() {
      askedAt.push(time);
      return known;
    },
    cancelPayment: async () => ({ kind: 'refused' }),
  };

  const now = () => new Date(time);
  const service = opened(() => startTestService({ database, provider: { payments }, timers, now }));
  beforeEach(() => {
    time = MONDAY;
    known = { kind: 'open' };
  });

  async function pay(paymentMethod: string) {
    const { card: _card, ...body } = validPayin({ paymentMethod, amount: AMOUNT, bankId: 'ipe' });
    const answer = await send(`${service.baseUrl}/payin`, { body, headers: basic('no3ds') });
    expect(answer).toMatchObject({ status: 201, body: { status: 'PENDING' } });
    askedAt = [];
    return answer.body;
  }
  const read = async (id: string) =>
    (await send(`${service.baseUrl}/payin/${id}`, { headers: basic('no3ds') })).body.status;
  const stored = async (id: string) => {
    const [row] = await sql<{ status: string }>(service.db)`SELECT status FROM payins
      WHERE id = ${id}`;
    return row?.status;
  };
  /** Time goes on in steps, and a round of background work is done after each. */
  async function pass(totalMs: number, stepMs: number) {
    for (let passed = 0; passed < totalMs; passed += stepMs) {
      time += stepMs;
      await round(ROUND_MS);
      await round(ROUND_MS / 2);
    }
  }

  it('by PIX is asked for six times in its half hour, the last time at its end', async () => {
    const { id } = await pay('PIX');
    const ages = [20, 60, 180, 480, 900, 1800];
    for (const [nth, age] of ages.entries()) {
      const waited = (age - (ages[nth - 1] ?? 0)) * SECOND_MS;
      await pass(waited - SECOND_MS, waited - SECOND_MS);
      await pass(SECOND_MS, SECOND_MS);
    }
    await pass(MINUTE_MS, MINUTE_MS);
    expect([...new Set(askedAt)].map((at) => (at - MONDAY) / SECOND_MS)).toEqual(ages);
    expect(await stored(id)).toBe('EXPIRED');
  });

  it('by PIX is found within a minute, and nothing is asked any more', async () => {
    const { id } = await pay('PIX');
    known = { kind: 'paid', amount: AMOUNT };
    await pass(MINUTE_MS, 10 * SECOND_MS);
    expect(await stored(id)).toBe('APPROVED');
    const asked = askedAt.length;
    await pass(2 * MINUTE_MS, 30 * SECOND_MS);
    expect(askedAt).toHaveLength(asked);
  });

  it('by PIX is asked for every 15 s while its buyer looks at it, and no sooner', async () => {
    const { pix } = await pay('PIX');
    const look = () =>
      send(`${service.baseUrl}/checkout/pix-view`, {
        body: { viewToken: pix.viewToken },
        headers: { 'x-public-key': 'pk_test_no3ds' },
      });
    for (let second = 3; second <= 60; second += 3) {
      time = MONDAY + second * SECOND_MS;
      const asked = async () => [await look(), askedAt.at(-1)][1];
      if (second % 15 === 0) await expect.poll(asked).toBe(time);
      else await asked();
    }
    expect([...new Set(askedAt)].map((at) => (at - MONDAY) / SECOND_MS)).toEqual([15, 30, 45, 60]);
    known = { kind: 'paid', amount: AMOUNT };
    time += 15 * SECOND_MS;
    await expect.poll(async () => (await look()).body.status).toBe('APPROVED');
  });

  it('is looked up by whoever reads the payin, where the last look is too old', async () => {
    const { id } = await pay('PIX');
    known = { kind: 'paid', amount: AMOUNT };
    time += 19 * SECOND_MS;
    expect(await read(id)).toBe('PENDING');
    expect([await read(id), askedAt]).toEqual(['PENDING', []]);
    time += SECOND_MS;
    // Whoever reads it does not wait for the look.
    expect(await read(id)).toBe('PENDING');
    await expect.poll(() => read(id)).toBe('APPROVED');
  });

  it('by boleto is asked for every hour of working days', async () => {
    time = Date.parse('2027-03-05T20:30:00Z');
    const { id } = await pay('BOLETO');
    await pass(3 * HOUR_MS, HOUR_MS / 2);
    expect(new Set(askedAt).size).toBe(3);
    askedAt = [];
    time = Date.parse('2027-03-06T12:00:00Z');
    await pass(24 * HOUR_MS, 4 * HOUR_MS);
    expect(askedAt).toEqual([]);
    time = Date.parse('2027-03-08T12:00:00Z');
    known = { kind: 'paid', amount: AMOUNT };
    await pass(HOUR_MS, HOUR_MS);
    expect(await stored(id)).toBe('APPROVED');
  });

  it.each([
    ['after its window', 'EXPIRED', 'APPROVED'],
    ['although it was written off', 'CANCELED', 'CANCELED'],
  ])('by boleto is asked for on working days %s', async (_how, over, status) => {
    const { id } = await pay('BOLETO');
    if (over === 'CANCELED') {
      const request = { method: 'POST', headers: basic('no3ds') };
      await send(`${service.baseUrl}/payin/${id}/cancel`, request);
    }
    // A Sunday: it was due on Thursday, and waited for until Saturday.
    time = Date.parse('2027-03-07T12:00:00Z');
    await pass(HOUR_MS, HOUR_MS);
    askedAt = [];
    await pass(HOUR_MS, HOUR_MS);
    expect([await stored(id), askedAt]).toEqual([over, []]);
    time = Date.parse('2027-03-08T12:00:00Z');
    known = { kind: 'paid', amount: AMOUNT };
    await pass(HOUR_MS, HOUR_MS);
    expect([await stored(id), askedAt]).toEqual([status, [time]]);
  });

  it('by boleto is asked for no more ten days after it was due', async () => {
    const { id } = await pay('BOLETO');
    time = Date.parse('2027-03-12T12:00:00Z');
    await pass(HOUR_MS, HOUR_MS);
    askedAt = [];
    await pass(2 * HOUR_MS, HOUR_MS);
    expect([await stored(id), new Set(askedAt).size]).toEqual(['EXPIRED', 2]);
    time = Date.parse('2027-03-15T12:00:00Z');
    await pass(HOUR_MS, HOUR_MS);
    askedAt = [];
    await pass(3 * HOUR_MS, HOUR_MS);
    expect(askedAt).toEqual([]);
  });

  it('by open finance ends with its window, however often its bank was asked', async () => {
    const { id } = await pay('OPEN_FINANCE');
    await pass(54 * MINUTE_MS, 6 * MINUTE_MS);
    await pass(5 * MINUTE_MS, 5 * MINUTE_MS);
    expect([await stored(id), askedAt.length > 5]).toEqual(['PENDING', true]);
    await pass(MINUTE_MS, MINUTE_MS);
    expect(await stored(id)).toBe('CANCELED');
  });
});
