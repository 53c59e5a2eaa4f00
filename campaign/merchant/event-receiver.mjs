import { createServer } from 'node:http';

/** Of so many events one is refused when it comes first, so that it has to come again. */
const REFUSED_ONE_IN = 10;

/** A merchant's receiver that writes down every event it was sent. */
export async function startEventReceiver() {
  const seen = new Set();
  const events = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const id = request.headers['x-webhook-id'];
      const isFirst = !seen.has(id);
      seen.add(id);
      if (isFirst && seen.size % REFUSED_ONE_IN === 0) {
        response.writeHead(500).end();
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const event = request.headers['x-webhook-event'];
      events.push({ id, event, transactionId: body.id, referenceId: body.referenceId });
      response.end();
    });
    request.on('error', () => undefined);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/events`,
    events,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
