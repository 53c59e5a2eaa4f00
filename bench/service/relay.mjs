import { connect, createServer } from 'node:net';

/**
 * Stands between the browser and a server and counts what passes: exact bytes of the answers with
 * their headers, and each request by method and path, preflights too. Where the server's own
 * address must name the relay, `start` before it and `serve` once its address is known.
 */
export async function startRelay() {
  let target = null;
  let requests = [];
  let bytes = 0;
  const sockets = new Set();

  const server = createServer((inbound) => {
    const outbound = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ]) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    inbound.on('data', (chunk) => {
      const lines = chunk.toString('latin1').matchAll(/^([A-Z]+) (\S+) HTTP\/1\.1\r$/gm);
      for (const [, method, path] of lines) requests.push({ method, path: path.split('?')[0] });
    });
    outbound.on('data', (chunk) => {
      bytes += chunk.length;
    });
    inbound.pipe(outbound).pipe(inbound);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    serve(origin) {
      target = new URL(origin);
    },
    take() {
      const taken = { requests, bytes };
      requests = [];
      bytes = 0;
      return taken;
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
