import { createServer } from 'node:net';

/** Below the ports that systems give to whoever connects, so that none of those takes one. */
const FIRST = 15_000;
const COUNT = 15_000;
const MAX_TRIES = 100;

/** A port nobody listens on now; a server that was away finds it free again. */
export async function freePort() {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port was found');
}

export function isFree(port) {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
