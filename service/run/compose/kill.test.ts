/** @module-tag minutes */

import { beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '../../store/engine/open-db.ts';
import { buildProgram } from '../../testing/child-program.ts';
import { sql } from '../../testing/sql.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startProcess } from '../../testing/test-killed-service.ts';
import { payinWithCard, validPayin } from '../../testing/test-service.ts';

type Acknowledged = { id: string; status: string };

describe('a service killed without warning', () => {
  const dataDir = temporaryFolder('kill');
  let program = '';

  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/kill-program.ts', import.meta.url));
  });

  const start = () => startProcess(program, { dataDir });

  /** Pays with eight buyers at once and kills the service after so many answers. */
  const payUntilKilled = async (answers: number) => {
    const { child, post } = await start();
    const asked: ReturnType<typeof validPayin>[] = [];
    const acknowledged = new Map<string, Acknowledged>();
    let isKilled = false;
    const buyer = async () => {
      while (!isKilled) {
        const request = validPayin();
        asked.push(request);
        const answer = await post('no3ds', '/payin', request).catch(() => null);
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
    const [counts] = await sql(db)`SELECT (SELECT count(*) FROM provider_state
      WHERE key LIKE 'charge|%') AS charges,
      (SELECT count(*) FROM payins WHERE status = 'APPROVED') AS payins`;
    await db.close();
    return counts;
  };
  let before = 0;

  for (const answers of [1, 9, 25]) {
    const tags = answers === 9 ? [] : ['rare'];
    it(`after ${answers} answers has lost nothing it acknowledged`, { tags }, async () => {
      const { asked, acknowledged } = await payUntilKilled(answers);
      const { child, get, post } = await start();
      for (const payin of acknowledged.values()) {
        const shown = await get('no3ds', `/payin/${payin.id}`);
        expect([shown.status, shown.body.status]).toEqual([200, payin.status]);
      }
      // Whoever got no answer asks again, and gets one payin, whatever the first try had become.
      for (const request of asked) {
        const again = await post('no3ds', '/payin', request);
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
    const asked = await first.post('postorder', '/payin', request);
    expect(asked.body.status).toBe('PENDING_3DS');
    await first.child.kill();
    const second = await start();
    const again = await second.post('postorder', '/payin', request);
    const { threeDSecureSdkUrl: _, ...same } = asked.body;
    expect(again.body).toMatchObject(same);
    const id = asked.body.threeDSecureAction.session_id;
    const state = await second.fromPage(
      'postorder',
      `/checkout/three-d-secure-sessions/${id}/complete`,
      { outcome: 'cancelled' },
    );
    expect(state.body).toMatchObject({ status: 'FAILED', reason: 'cancelled' });
    await second.child.end();
  });
});
