import { createServer } from 'node:http';

/**
 * A merchant's receiver that answers 200 to every event at once. `received(count)` resolves when
 * that many have come; `arrivals` has when the first event of each payin came, by its id.
 */
export async function startReceiver() {
  let count = 0;
  let waiting = null;
  const arrivals = new Map();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      const { id } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      if (!arrivals.has(id)) arrivals.set(id, performance.now());
      count += 1;
      if (waiting !== null && count >= waiting.count) waiting.resolve();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    arrivals,
    url: `http://127.0.0.1:${server.address().port}/events`,
    received(wanted) {
      if (count >= wanted) return Promise.resolve();
      return new Promise((resolve) => {
        waiting = { count: wanted, resolve };
      });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
