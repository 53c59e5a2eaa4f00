/** @module-tag minutes */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '../../store/engine/open-db.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { createReversalStore } from '../../store/tables/payins/reversal.ts';
import { buildProgram } from '../../testing/child-program.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  countOf,
  disagreementOf,
  listEvents,
  makePlace,
  startProcess,
  takeTurns,
} from '../../testing/test-killed-service.ts';
import { startReceiver } from '../../testing/test-receiver.ts';
import { validPayin } from '../../testing/test-service.ts';

const ACCOUNT = 'no3ds';

describe.each(testDatabases())('a late charge of a service killed on $engine', ({ engine }) => {
  let program: string;
  let place: Awaited<ReturnType<typeof makePlace>>;
  let running: Awaited<ReturnType<typeof startProcess>>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let secondsAhead = 0;
  /** The payins whose charges came late. */
  const orphans: string[] = [];
  const start = async () => {
    running = await startProcess(program, place, secondsAhead);
  };
  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/late-charge-program.ts', import.meta.url));
    place = await makePlace(engine);
    receiver = await startReceiver();
    await start();
  });
  afterAll(async () => {
    await receiver.stop();
    await place.remove();
  });

  /** False where the process has died of it. */
  const say = async (line: string): Promise<boolean> => {
    const { child } = running;
    const lines = child.lines.length;
    child.say(line);
    await child.untilLines(lines + 1);
    return child.lines.length > lines;
  };
  const pass = (seconds: number) => {
    secondsAhead += seconds;
    return say(`pass ${seconds}`);
  };
  const read = (path: string) => running.get(ACCOUNT, path);

  /** A payin that has failed, whose charge is booked within the next five minutes. */
  const failedPayin = async (): Promise<string> => {
    const body = validPayin({ webhookUrl: receiver.url });
    const made = await running.post(ACCOUNT, '/payin', body);
    expect([made.status, made.body.status]).toEqual([201, 'PENDING']);
    const id = String(made.body.id);
    orphans.push(id);
    for (const seconds of [310, 60]) expect(await pass(seconds)).toBe(true);
    expect((await read(`/payin/${id}`)).body.status).toBe('FAILED');
    return id;
  };

  const CASES = [
    ['before anything of it is written', 'before payin_move'],
    ['before its beginning is committed', 'written reversal_put'],
    ['after that, before the acquirer is asked', 'committed reversal_put'],
    ['before the acquirer did it', 'before provider_state_keep'],
    ['after the acquirer did it, before its answer', 'committed provider_state_keep'],
    ['after the answer, before it is written', 'before payin_move 2'],
    ['before it is committed', 'written reversal_put 2'],
    ['after that, before the event is sent', 'committed reversal_put 2'],
    ['before the watch ends', 'before look_up_end'],
    ['after the watch has ended', 'committed look_up_end'],
  ].map(([act = '', point = ''], index) => ({ act, point, verb: index < 5 ? 'begins' : 'ends' }));

  const isGivenBack = async (point: string) => {
    const id = await failedPayin();
    await say(point);
    expect(await pass(300)).toBe(false);
    await running.child.untilEnd();
    await start();
    for (const seconds of [120, 3_600]) expect(await pass(seconds)).toBe(true);
    const events = await listEvents(running.baseUrl, { id, account: ACCOUNT });
    expect(events).toEqual(['payin.failed', 'payin.reversed']);
    await receiver.untilTold('payin.reversed', id);
    expect((await read(`/payin/${id}`)).body.status).toBe('FAILED');
  };

  describe('in this order', { shuffle: false }, () => {
    for (const { act, point, tags } of takeTurns(CASES)) {
      it(`is given back once and told once, ${act}`, { tags }, () => isGivenBack(point));
    }

    it('leaves an audit log with both steps of each, one void, and nothing to look at', async () => {
      await running.child.end();
      const db = await openDb(place);
      try {
        const entries = await createAuditLog(db).list(ACCOUNT, 1_000);
        for (const payin of orphans) {
          const own = entries.filter(({ subjects }) => subjects.payin === payin);
          expect(own.map(({ result }) => result).sort()).toEqual(['begun', 'done']);
          const reversal = await createReversalStore(db).find(ACCOUNT, payin);
          expect(reversal?.doneAt).toBeInstanceOf(Date);
          expect(new Set(own.map(({ subjects }) => subjects.reversal))).toEqual(
            new Set([reversal?.id]),
          );
        }
        expect(entries).toHaveLength(2 * orphans.length);
        const voids = "SELECT count(*) AS count FROM provider_state WHERE key LIKE 'void|%'";
        expect(await countOf(db, voids)).toBe(orphans.length);
        expect(await countOf(db, 'SELECT count(*) AS count FROM look_ups')).toBe(0);
        expect(await disagreementOf(db)).toBeNull();
      } finally {
        await db.close();
      }
    });
  });
});
