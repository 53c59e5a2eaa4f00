import type { ServerResponse } from 'node:http';
import { ShopError } from './shop-error.ts';

/** Starts to send everything there is to know by `push`; the returned function ends it. */
export type Feed = (push: (event: { name: string; data: object }) => void) => () => void;

export type EventStreams = {
  /** Sends a feed as server-sent events until the reader leaves. Errors: 503 where it is full. */
  open(response: ServerResponse, headers: Record<string, string>, feed: Feed): void;
  /** Ends them all, so that the shop can stop; the pages connect again by themselves. */
  close(): void;
};

/** How long a page waits before it connects again. */
const RETRY_MS = 2_000;

export function createEventStreams({ limit }: { limit: number }): EventStreams {
  const open = new Set<ServerResponse>();
  return {
    open(response, headers, feed) {
      if (open.size >= limit) {
        throw new ShopError(503, 'TOO_MANY_STREAMS', 'Muitas páginas abertas ao mesmo tempo.');
      }
      open.add(response);
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      });
      response.write(`retry: ${RETRY_MS}\n\n`);
      const stop = feed(({ name, data }) => {
        // A stream that has ended but not closed takes nothing: a write would crash the process.
        if (response.writableEnded) return;
        response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      });
      response.once('close', () => {
        open.delete(response);
        stop();
      });
    },
    close() {
      for (const response of open) response.end();
    },
  };
}
