/** @module-tag minutes */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '../../store/engine/open-db.ts';
import { buildProgram, ChildProgram } from '../../testing/child-program.ts';
import { basic, payinWithCard, send, validPayin } from '../../testing/test-service.ts';

type Acknowledged = { id: string; status: string };

describe('a service killed without warning', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-'));
  let program = '';

  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/kill-program.ts', import.meta.url));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  const start = async () => {
    const child = new ChildProgram(program, dataDir);
    await child.untilLines(1);
    return { child, baseUrl: String(child.lines[0]) };
  };
  const pay = (baseUrl: string, body: unknown) =>
    send(`${baseUrl}/payin`, { body, headers: basic('no3ds') });

  /** Pays with eight buyers at once and kills the service after so many answers. */
  const payUntilKilled = async (answers: number) => {
    const { child, baseUrl } = await start();
    const asked: ReturnType<typeof validPayin>[] = [];
    const acknowledged = new Map<string, Acknowledged>();
    let isKilled = false;
    const buyer = async () => {
      while (!isKilled) {
        const request = validPayin();
        asked.push(request);
        const answer = await pay(baseUrl, request).catch(() => null);
        if (answer?.status === 201) acknowledged.set(request.referenceId, answer.body);
        if (acknowledged.size >= answers && !isKilled) {
          isKilled = true;
          await child.kill();
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, buyer));
    return { asked, acknowledged };
  };

  /** What the acquirer charged, and what we know of: equal, or somebody paid twice. */
  const countCharges = async () => {
    const db = await openDb({ dataDir });
    const [counts] = await db.query({
      name: '',
      text: `SELECT (SELECT count(*) FROM provider_state WHERE key LIKE 'charge|%') AS charges,
        (SELECT count(*) FROM payins WHERE status = 'APPROVED') AS payins`,
      values: [],
    });
    await db.close();
    return counts;
  };
  let before = 0;

  for (const [answers, tags] of [
    [1, ['rare']],
    [9, []],
    [25, ['rare']],
  ] as const) {
    it(`after ${answers} answers has lost nothing it acknowledged`, {
      tags: [...tags],
    }, async () => {
      const { asked, acknowledged } = await payUntilKilled(answers);
      const { child, baseUrl } = await start();
      for (const payin of acknowledged.values()) {
        const shown = await send(`${baseUrl}/payin/${payin.id}`, { headers: basic('no3ds') });
        expect([shown.status, shown.body.status]).toEqual([200, payin.status]);
      }
      // Whoever got no answer asks again, and gets one payin, whatever the first try had become.
      for (const request of asked) {
        const again = await pay(baseUrl, request);
        expect([again.status, again.body.status]).toEqual([201, 'APPROVED']);
        const known = acknowledged.get(request.referenceId);
        if (known !== undefined) expect(again.body.id).toBe(known.id);
      }
      await child.end();
      expect(await countCharges()).toEqual({
        charges: asked.length + before,
        payins: asked.length + before,
      });
      before += asked.length;
    });
  }

  it('goes on with a buyer who was at the bank', { tags: ['rare'] }, async () => {
    const first = await start();
    const request = payinWithCard({ number: '4000000000002503' });
    const headers = basic('postorder');
    const asked = await send(`${first.baseUrl}/payin`, { body: request, headers });
    expect(asked.body.status).toBe('PENDING_3DS');
    await first.child.kill();
    const second = await start();
    const again = await send(`${second.baseUrl}/payin`, { body: request, headers });
    const { threeDSecureSdkUrl: _, ...same } = asked.body;
    expect(again.body).toMatchObject(same);
    const id = asked.body.threeDSecureAction.session_id;
    const state = await send(`${second.baseUrl}/checkout/three-d-secure-sessions/${id}/complete`, {
      body: { outcome: 'cancelled' },
      headers: { 'x-public-key': 'pk_test_postorder' },
    });
    expect(state.body).toMatchObject({ status: 'FAILED', reason: 'cancelled' });
    await second.child.end();
  });
});
