import { text as textOf } from 'node:stream/consumers';
/** @module-tag minutes */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, SHORT_LIVED } from '../../testing/child-program.ts';
import { FREE_PORT_SETTINGS } from '../../testing/free-ports.ts';
import { playNotify } from '../../testing/play-notify.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { basic, send, validPayin } from '../../testing/test-service.ts';
import { until } from '../../testing/until.ts';

/** What became of a request: its answer, a port that took no connection, or nothing at all. */
type Outcome = { kind: 'answered'; status: number; text: string } | { kind: 'refused' | 'lost' };

/** One request with the socket in our own hands: no client of ours tries it again. */
function ask(url: string, agent: Agent, body?: unknown): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', ...basic('no3ds') };
    const method = body === undefined ? 'GET' : 'POST';
    const asking = request(url, { method, headers, agent }, (response) => {
      textOf(response).then(
        (text) => resolve({ kind: 'answered', status: response.statusCode ?? 0, text }),
        () => resolve({ kind: 'lost' }),
      );
    });
    asking.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ kind: error.code === 'ECONNREFUSED' ? 'refused' : 'lost' }),
    );
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

describe('a service told to end under load', () => {
  const dataDir = temporaryFolder('stop');
  const children: ChildProcess[] = [];
  let program = '';

  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/stop-program.ts', import.meta.url));
  });
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  /** `until`: resolves with the line of the log that says so. */
  const spawnService = (more: { [name: string]: string } = {}) => {
    const child = spawn(process.execPath, [...SHORT_LIVED, program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...FREE_PORT_SETTINGS, ...more },
    });
    children.push(child);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const log = createInterface({ input: child.stdout });
    const until = (message: string) =>
      new Promise<{ baseUrl: string }>((resolve, reject) => {
        log.on('line', (line) => {
          const told = JSON.parse(line);
          if (told.msg === message) resolve(told);
        });
        ended.then((code) => reject(new Error(`ended with ${code} before it was ${message}`)));
      });
    return { child, ended, until };
  };

  it('answers every request it took, and turns its health before it closes', async () => {
    const { child, ended, until: untilTold } = spawnService();
    const { baseUrl } = await untilTold('ready');
    const outcomes: Outcome[] = [];
    const once = new Agent();
    const keptAlive = new Agent({ keepAlive: true });

    const untilRefused = (next: () => Promise<Outcome>, told: Outcome[]) =>
      until(async () => {
        const outcome = await next();
        if (outcome.kind === 'refused') return true;
        told.push(outcome);
        if (outcomes.length === 40) child.kill('SIGTERM');
        return false;
      });
    const pay = (agent: Agent) => () => ask(`${baseUrl}/payin`, agent, validPayin());
    const health: Outcome[] = [];
    await Promise.all([
      ...[keptAlive, keptAlive, keptAlive, once, once, once].map((agent) =>
        untilRefused(pay(agent), outcomes),
      ),
      untilRefused(() => ask(`${baseUrl}/health`, once), health),
    ]);
    keptAlive.destroy();
    expect(await ended).toBe(0);

    expect(outcomes.filter((outcome) => outcome.kind !== 'answered')).toEqual([]);
    const paid = outcomes.flatMap((outcome) => {
      return outcome.kind === 'answered' ? [{ ...outcome, body: JSON.parse(outcome.text) }] : [];
    });
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([201]));

    const told = health.map((outcome) => (outcome.kind === 'answered' ? outcome.status : 0));
    const turned = told.indexOf(503);
    expect(new Set(told.slice(0, turned))).toEqual(new Set([200]));
    expect(new Set(told.slice(turned))).toEqual(new Set([503]));

    const notify = playNotify();
    const again = spawnService({ PATH: notify.path, NOTIFY_SOCKET: '/run/n' });
    const back = await again.until('ready');
    for (const { body } of paid) {
      const shown = await send(`${back.baseUrl}/payin/${body.id}`, { headers: basic('no3ds') });
      expect([shown.status, shown.body.status]).toEqual([200, 'APPROVED']);
    }
    // systemd is told when it is ready and when its end begins.
    await expect.poll(notify.told).toEqual(['READY=1']);
    again.child.kill('SIGTERM');
    expect(await again.ended).toBe(0);
    await expect.poll(notify.told).toEqual(['READY=1', 'STOPPING=1']);
    notify.remove();
  });

  it('ends cleanly where it is told so before it is ready', async () => {
    const { child, ended, until } = spawnService();
    await until('starting');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
