import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { PATIENCE_MS } from './until.ts';

/** One event as it arrived. */
export type ReceivedEvent = { path: string; headers: IncomingHttpHeaders; body: string };

/** What a receiver does with the nth event it gets, from 0. */
export type ReceiverAct = (response: ServerResponse, nth: number, request: IncomingMessage) => void;

/** A merchant's webhook receiver on a free port, for tests. */
export async function startReceiver(
  act: ReceiverAct = (response) => response.writeHead(204).end(),
) {
  const events: ReceivedEvent[] = [];
  const waiting: { isEnough: () => boolean; resolve: () => void }[] = [];
  const until = (isEnough: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      if (isEnough()) return resolve();
      waiting.push({ isEnough, resolve });
      const tell = () => reject(new Error(`no event in ${PATIENCE_MS} ms with which ${isEnough}`));
      setTimeout(tell, PATIENCE_MS).unref();
    });
  const server = createServer(async (request, response) => {
    request.on('error', () => undefined);
    const body = await text(request);
    const nth = events.length;
    const { url: path = '', headers } = request;
    events.push({ path, headers, body });
    act(response, nth, request);
    for (const one of waiting) if (one.isEnough()) one.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    port,
    events,
    /** Resolves once that many events have arrived. */
    untilEvents: (count: number) => until(() => events.length >= count),
    /** Resolves once this event of this transaction has arrived. */
    untilTold: (event: string, id: string) =>
      until(() =>
        events.some(({ headers, body }) => {
          return headers['x-webhook-event'] === event && JSON.parse(body).id === id;
        }),
      ),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The same for one test, which ends it. */
export async function receiverOf(...act: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...act);
  onTestFinished(receiver.stop);
  return receiver;
}
