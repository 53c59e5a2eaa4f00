import { createServer } from 'node:http';

/**
 * A merchant's receiver that answers 200 to every event at once. `received(count)` resolves when
 * that many have come.
 */
export async function startReceiver() {
  let count = 0;
  let waiting = null;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.end();
      count += 1;
      if (waiting !== null && count >= waiting.count) waiting.resolve();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
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
