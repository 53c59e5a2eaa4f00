import type { ClientRequest } from 'node:http';
import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Timers } from '../base/shared/periodic.ts';
import { until } from '../testing/until.ts';
import { createConnectionLimits } from './connection-limits.ts';
import type { ListeningApp } from './server.ts';
import { listen } from './server.ts';

const ADDRESS = { host: '127.0.0.1', port: 0, setting: 'TEST_PORT' };
const limits = createConnectionLimits(
  { inAll: 100, perAddress: 100, firstByteWithinMs: 2_000, headersWithinMs: 5_000 },
  { trustedProxyHops: 1, timers: { after: () => () => {} }, onClosed: () => undefined },
);

describe('requests that wait for their turn', () => {
  /** A listener that works on one request at a time, each for as long as the test says. */
  async function open() {
    const waiting = new Set<() => void>();
    const timers: Timers = {
      after(_delayMs, work) {
        waiting.add(work);
        return () => waiting.delete(work);
      },
    };
    const begun: string[] = [];
    const answers: ((response: Response) => void)[] = [];
    const app: ListeningApp = {
      fetch(request, env) {
        if ('hasNoPlace' in env) return new Response('busy', { status: 503 });
        return new Promise<Response>((resolve) => {
          begun.push(new URL(request.url).pathname);
          answers.push(resolve);
        });
      },
    };
    const work = { atOnce: 1, waitMs: 1_000, timers };
    const listener = await listen(app, ADDRESS, limits, { work });
    const callers: ClientRequest[] = [];
    return {
      begun,
      /** Sent, and taken in by the listener. */
      async send(path: string, address: string) {
        const seen = begun.length + waiting.size;
        const headers = { 'x-forwarded-for': `198.51.100.99, ${address}` };
        const caller = get({ host: '127.0.0.1', port: listener.port, path, headers, agent: false });
        caller.on('error', () => undefined).on('response', (response) => response.resume());
        callers.push(caller);
        await until(() => begun.length + waiting.size > seen);
        return caller;
      },
      /** Who works has done so, and the next has begun. */
      async answer() {
        const { length } = begun;
        answers.shift()?.(new Response('done'));
        await until(() => begun.length > length);
      },
      untilWaiting: (count: number) => until(() => waiting.size === count),
      async stop() {
        for (const answer of answers) answer(new Response('done'));
        for (const caller of callers) caller.destroy();
        await listener.stop();
      },
    };
  }

  it('are begun by address, as the proxy before us names it', async () => {
    const { begun, send, answer, stop } = await open();
    for (const path of ['/1', '/2', '/3']) await send(path, '192.0.2.1');
    await send('/other', '192.0.2.2');
    for (const _ of [1, 2, 3]) await answer();
    expect(begun).toEqual(['/1', '/2', '/other', '/3']);
    await stop();
  });

  it('are not begun for a caller that has gone', async () => {
    const { begun, send, answer, untilWaiting, stop } = await open();
    await send('/1', '192.0.2.1');
    const gone = await send('/gone', '192.0.2.1');
    await send('/2', '192.0.2.1');
    gone.destroy();
    await untilWaiting(1);
    await answer();
    expect(begun).toEqual(['/1', '/2']);
    await stop();
  });
});
