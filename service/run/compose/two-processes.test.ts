/** @module-tag minutes */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { openDb } from '../../store/engine/open-db.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { buildProgram } from '../../testing/child-program.ts';
import {
  countOf,
  disagreementOf,
  makePlace,
  startProcess,
} from '../../testing/test-killed-service.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import type { Answer } from '../../testing/test-service.ts';
import { basic, newReference, send, validPayin } from '../../testing/test-service.ts';
import { until } from '../../testing/until.ts';

const hasServer = process.env.TEST_DATABASE_URL !== undefined;
const ACCOUNT = 'no3ds';
/** One process that is killed and started again stands for it in `npm test`. */
const RARE = { tags: ['rare'] };
// The first counts every charge there is, and the last looks at what all of them left.
const STORY = { concurrent: false, shuffle: false, tags: 'needs-postgres' };

describe.skipIf(!hasServer)('two processes on one PostgreSQL', STORY, () => {
  let program = '';
  let place: Awaited<ReturnType<typeof makePlace>>;
  let db: Db;
  const running: Awaited<ReturnType<typeof startProcess>>[] = [];
  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/kill-program.ts', import.meta.url));
    place = await makePlace('postgres');
    db = await openDb(place);
    // Both find an empty database, and one of them makes the tables.
    running.push(
      ...(await Promise.all([startProcess(program, place), startProcess(program, place)])),
    );
  });
  afterAll(async () => {
    await Promise.all(running.map(({ child }) => child.end()));
    await db?.close();
    await place?.remove();
  });

  /** Asks both in turn, all at once. */
  const race = (path: string, bodies: readonly unknown[], headers: Record<string, string>) =>
    Promise.all(
      bodies.map((body, index) =>
        send(`${running[index % running.length]?.baseUrl}${path}`, { body, headers }),
      ),
    );
  const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
  const codesOf = (answers: readonly Answer[]) =>
    answers.map(({ status, body }) => body.error?.code ?? status).sort();
  const count = (text: string) => countOf(db, text);
  const payouts = 'SELECT count(*) AS count FROM payouts';
  const ask = (index: number, path: string, account = ACCOUNT) =>
    send(`${running[index]?.baseUrl}${path}`, { headers: basic(account) });

  it('make one payin and one charge of one referenceId', async () => {
    const body = validPayin();
    const answers = await race('/payin', times(20, body), basic(ACCOUNT));
    expect(answers.map(({ status }) => status)).toEqual(times(20, 201));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    const reference = `reference_id = '${body.referenceId}'`;
    expect(await count(`SELECT count(*) AS count FROM payins WHERE ${reference}`)).toBe(1);
    const id = answers[0]?.body.id;
    const charge = `SELECT count(*) AS count FROM provider_state WHERE key LIKE 'charge|%'`;
    expect(await count(`${charge} AND key = 'charge|${id}'`)).toBe(1);
    expect(await count(charge)).toBe(1);
  });

  it('let one order have a referenceId that two ask for', async () => {
    const body = validPayin();
    const bodies = [body, { ...body, amount: 20_000 }];
    const answers = await race('/payin', [...bodies, ...bodies, ...bodies], basic(ACCOUNT));
    const refused = answers
      .filter(({ status }) => status !== 201)
      .map(({ body }) => body.error.code);
    expect(refused).toHaveLength(3);
    // Told of what is being decided, or of what is there.
    for (const code of refused) expect(['DUPLICATE_REFERENCE', 'IN_PROGRESS']).toContain(code);
    expect(new Set(answers.map(({ body: { id } }) => id).filter(Boolean)).size).toBe(1);
  });

  it.each([
    ['/payin', () => validPayin()],
    ['/payout', () => payoutOf(1_000)],
  ])('answer one Idempotency-Key of %s once', async (path, make) => {
    const body = make();
    const headers = { ...basic(ACCOUNT), 'idempotency-key': `key of ${path}` };
    const answers = await race(path, times(10, body), headers);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(codesOf(others)).toEqual(times(others.length, 'IN_PROGRESS'));
    // Once it is answered, both give the same bytes, and refuse another body.
    const again = await race(path, times(4, body), headers);
    expect(new Set(again.map(({ text }) => text))).toEqual(new Set([made[0]?.text]));
    const changed = await race(path, times(2, { ...body, amount: 7 }), headers);
    expect(codesOf(changed)).toEqual(times(2, 'IDEMPOTENCY_MISMATCH'));
  });

  it('let exactly ten of 200 payouts of a tenth of the balance pass', async () => {
    const tenth = ((await createLedgerStore(db).readBalances('nocard')).available ?? 0) / 10;
    const bodies = Array.from({ length: 200 }, () => payoutOf(tenth, SLOW));
    const answers: Answer[] = [];
    // A slow machine may have nobody free for some of them: told so, a merchant asks again.
    for (let open = bodies; open.length > 0; ) {
      const asked = await race('/payout', open, basic('nocard'));
      answers.push(...asked.filter(({ status }) => status !== 503));
      open = open.filter((_, index) => asked[index]?.status === 503);
    }
    expect(codesOf(answers)).toEqual([...times(10, 201), ...times(190, 'INSUFFICIENT_FUNDS')]);
    expect(await count(`${payouts} WHERE company_id = 'nocard'`)).toBe(10);
    expect(await createLedgerStore(db).readBalances('nocard')).toMatchObject({
      available: 0,
      in_flight: tenth * 10,
    });
  });

  it('pay one payout of one referenceId, and tell once that it is COMPLETED', async () => {
    const receiver = await receiverOf();
    const body = { ...payoutOf(1_000), webhookUrl: receiver.url };
    const answers = await race('/payout', times(10, body), basic(ACCOUNT));
    const ids = new Set(answers.map(({ body: { id } }) => id));
    expect([answers.every(({ status }) => status === 201), ids.size]).toEqual([true, 1]);
    const [id = ''] = ids;
    await receiver.untilTold('payout.completed', id);
    const events = `SELECT count(*) AS count FROM webhook_events WHERE transaction_id = '${id}'`;
    expect(await count(`${events} AND event = 'payout.completed'`)).toBe(1);
    expect(await count(events)).toBe(2);
    const order = `SELECT count(*) AS count FROM provider_state WHERE key = 'transfer|${id}'`;
    expect(await count(order)).toBe(1);
    const steps = `SELECT count(*) AS count FROM ledger_transactions WHERE source_id = '${id}'`;
    expect(await count(steps)).toBe(2);
  });

  it('move a payout by hand once, whichever of them is asked', async () => {
    const receiver = await receiverOf();
    const { id } =
      (
        await race('/payout', [{ ...payoutOf(1_000), webhookUrl: receiver.url }], basic('manual'))
      )[0]?.body ?? {};
    const answers = await race(`/sandbox/payouts/${id}/approve`, times(8, {}), basic('manual'));
    expect(codesOf(answers)).toEqual([200, ...times(7, 'ILLEGAL_TRANSITION')]);
    await receiver.untilTold('payout.completed', id);
  });

  it('give back what was paid and no centavo more, whichever of them is asked', async () => {
    const id = await paidPayin();
    const bodies = Array.from({ length: 12 }, () => refundOf(1_000));
    const answers = await race(`/payin/${id}/refund`, bodies, basic(ACCOUNT));
    expect(codesOf(answers)).toEqual([...times(10, 201), ...times(2, 'INVALID_DATA')]);
    const { body } = await ask(0, `/payin/${id}`);
    expect([body.status, body.refundedAmount]).toEqual(['REFUNDED', 10_000]);
  });

  it('make one refund of one referenceId', async () => {
    const id = await paidPayin();
    const answers = await race(`/payin/${id}/refund`, times(10, refundOf(1_000)), basic(ACCOUNT));
    expect(codesOf(answers)).toEqual(times(10, 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await ask(1, `/payin/${id}`)).body.refundedAmount).toBe(1_000);
  });

  it('send 100 events once each where the receiver confirms them', async () => {
    const receiver = await receiverOf();
    const bodies = Array.from({ length: 100 }, () => validPayin({ webhookUrl: receiver.url }));
    const answers = await race('/payin', bodies, basic(ACCOUNT));
    await Promise.all(answers.map(({ body }) => receiver.untilTold('payin.approved', body.id)));
    await untilNothingWaits();
    const ids = receiver.events.map(({ headers }) => headers['x-webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
  });

  it('never send one event twice at the same time, also where it is refused', async () => {
    const sending = new Set<string>();
    const twice: string[] = [];
    const receiver = await receiverOf((response, nth) => {
      const id = String(receiver.events[nth]?.headers['x-webhook-id']);
      if (sending.has(id)) twice.push(id);
      sending.add(id);
      // Answered after the others that are under way, so that a second one would meet it.
      setImmediate(() => {
        sending.delete(id);
        response.writeHead(nth % 2 === 0 ? 500 : 204).end();
      });
    });
    const bodies = Array.from({ length: 40 }, () => validPayin({ webhookUrl: receiver.url }));
    await race('/payin', bodies, basic(ACCOUNT));
    await untilNothingWaits();
    expect(twice).toEqual([]);
  });

  it('count the calls of an address together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(index % 2, '/whoami')),
    );
    expect(codesOf(answers)).toEqual([...times(30, 200), ...times(30, 'RATE_LIMITED')]);
  });

  it('take over from one that is killed while it sends', RARE, async () => {
    const receiver = await receiverOf((response, nth) => {
      // The first is never answered: whoever sent it dies meanwhile.
      if (nth > 0) response.writeHead(204).end();
    });
    const doomed = await startProcess(program, place);
    const told = await doomed.post(ACCOUNT, '/payin', validPayin({ webhookUrl: receiver.url }));
    await receiver.untilEvents(1);
    await doomed.child.kill();
    await receiver.untilEvents(2);
    const [first, second] = receiver.events;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-webhook-id']).toBe(first?.headers['x-webhook-id']);
    expect(JSON.parse(String(second?.body)).id).toBe(told.body.id);
  });

  it('finish the payout of one that was killed after the acquirer took it in', RARE, async () => {
    const receiver = await receiverOf();
    const doomed = await startProcess(program, place);
    doomed.child.say('committed provider_state_keep');
    await doomed.child.untilLines(2);
    const body = { ...payoutOf(1_000), webhookUrl: receiver.url };
    const request = { body, headers: basic(ACCOUNT) };
    await send(`${doomed.baseUrl}/payout`, request).catch(() => undefined);
    await doomed.child.untilEnd();
    // Asked for again at another one, it is the same payout, and nobody sends it again.
    const [again] = await race('/payout', [body], basic(ACCOUNT));
    expect([again?.status, again?.body.status]).toEqual([201, 'PENDING']);
    await receiver.untilTold('payout.completed', again?.body.id);
    const order = `SELECT count(*) AS count FROM provider_state WHERE key = 'transfer|${again?.body.id}'`;
    expect(await count(order)).toBe(1);
  });

  it('leave a ledger that agrees', async () => expect(await disagreementOf(db)).toBeNull());

  const paidPayin = async () => {
    const [answer] = await race('/payin', [validPayin({ amount: 10_000 })], basic(ACCOUNT));
    return answer?.body.id;
  };

  /** Both have written down what became of every event. */
  const untilNothingWaits = () =>
    until(async () => (await count('SELECT count(*) AS count FROM webhook_outbox')) === 0);
});

/** Stays PROCESSING. */
const SLOW = '00000000-0000-4000-8000-000000000406';

function payoutOf(amount: number, pixKey = '00000000-0000-4000-8000-000000000499') {
  return { amount, pixKey, pixKeyType: 'EVP', referenceId: newReference() };
}

function refundOf(amount: number) {
  return { amount, referenceId: newReference() };
}
