import { createServer } from 'node:http';

/** Writes every event down. `refusedOneIn`: of so many one is refused when it comes first. */
export async function startEventReceiver({ refusedOneIn = Number.POSITIVE_INFINITY } = {}) {
  const seen = new Set();
  const events = [];
  let waiting = null;
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { 'x-webhook-id': id, 'x-webhook-event': event } = request.headers;
      const isFirst = !seen.has(id);
      seen.add(id);
      if (isFirst && seen.size % refusedOneIn === 0) {
        response.writeHead(500).end();
        return;
      }
      response.end();
      const { id: transactionId, referenceId } = JSON.parse(Buffer.concat(chunks).toString());
      events.push({ id, event, transactionId, referenceId, at: performance.now() });
      if (waiting !== null && events.length >= waiting.count) waiting.resolve();
    });
    request.on('error', () => undefined);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/events`,
    events,
    received(count) {
      if (events.length >= count) return Promise.resolve();
      return new Promise((resolve) => {
        waiting = { count, resolve };
      });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
