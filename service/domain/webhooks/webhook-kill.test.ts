/** @module-tag minutes */

import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../testing/child-program.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startProcess } from '../../testing/test-killed-service.ts';
import type { ReceiverAct } from '../../testing/test-receiver.ts';
import { receiverOf } from '../../testing/test-receiver.ts';
import { basic, send, validPayin } from '../../testing/test-service.ts';

describe('a service killed while it tells of a payin', () => {
  let program = '';
  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/kill-program.ts', import.meta.url));
  });

  const dataDir = temporaryFolder('webhook-kill');

  const start = () => startProcess(program, { dataDir });
  /** Later than what the killed one had leased. */
  const restart = () => startProcess(program, { dataDir }, 20);

  /** Kills the service once the receiver's first event has come that far. */
  const killAt = async (act: ReceiverAct) => {
    const receiver = await receiverOf((response, nth, request) =>
      nth === 0 ? act(response, nth, request) : response.writeHead(204).end(),
    );
    const { child, baseUrl } = await start();
    const paid = send(`${baseUrl}/payin`, {
      body: validPayin({ webhookUrl: receiver.url }),
      headers: basic('no3ds'),
    }).catch(() => null);
    await receiver.untilEvents(1);
    await paid;
    await child.kill();
    return receiver;
  };

  const MOMENTS: [string, ReceiverAct, string[]][] = [
    ['after it has sent and before it heard back', () => undefined, []],
    ['in the middle of the answer', (response) => response.writeHead(200).write('{'), ['rare']],
    ['between two attempts', (response) => response.writeHead(500).end(), ['rare']],
  ];
  for (const [name, act, tags] of MOMENTS) {
    it(`${name} sends the same event again`, { tags }, async () => {
      const receiver = await killAt(act);
      const { child } = await restart();
      await receiver.untilEvents(2);
      const [first, second] = receiver.events;
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['x-webhook-id']).toBe(first?.headers['x-webhook-id']);
      await child.end();
    });
  }

  const rare = { tags: ['rare'] };
  it('sends every event of what it acknowledged, killed at any moment', rare, async () => {
    const told = new Set<string>();
    const waiting = new Set<() => void>();
    const receiver = await receiverOf((response) => {
      const { id } = JSON.parse(receiver.events.at(-1)?.body ?? '');
      told.add(id);
      response.writeHead(204).end();
      for (const look of waiting) look();
    });
    const first = await start();
    const acknowledged = new Set<string>();
    let isKilled = false;
    const buyer = async () => {
      while (!isKilled) {
        const body = validPayin({ webhookUrl: receiver.url });
        const request = { body, headers: basic('no3ds') };
        const answer = await send(`${first.baseUrl}/payin`, request).catch(() => null);
        if (answer?.status === 201) acknowledged.add(answer.body.id);
        if (acknowledged.size >= 20 && !isKilled) {
          isKilled = true;
          await first.child.kill();
        }
      }
    };
    await Promise.all(Array.from({ length: 4 }, buyer));
    const { child } = await restart();
    await new Promise<void>((resolve) => {
      const look = () => {
        if ([...acknowledged].every((id) => told.has(id))) resolve();
      };
      waiting.add(look);
      look();
    });
    const ids = receiver.events.map(({ headers }) => headers['x-webhook-id']);
    const bodies = new Map(receiver.events.map(({ body }, at) => [ids[at], body]));
    for (const [at, { body }] of receiver.events.entries()) expect(bodies.get(ids[at])).toBe(body);
    await child.end();
  });
});
