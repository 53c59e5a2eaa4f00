import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

/** One event as it arrived. */
export type ReceivedEvent = { path: string; headers: IncomingHttpHeaders; body: string };

/** What a receiver does with the nth event it gets, from 0. */
export type ReceiverAct = (response: ServerResponse, nth: number, request: IncomingMessage) => void;

/** A merchant's webhook receiver on a free port, for tests. */
export async function startReceiver(
  act: ReceiverAct = (response) => response.writeHead(204).end(),
) {
  const events: ReceivedEvent[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const nth = events.length;
    const { url: path = '', headers } = request;
    events.push({ path, headers, body: Buffer.concat(chunks).toString('utf8') });
    act(response, nth, request);
    for (const one of waiting) if (events.length >= one.count) one.resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    port,
    events,
    /** Resolves once that many events have arrived. */
    untilEvents(count: number): Promise<void> {
      if (events.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ count, resolve }));
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
