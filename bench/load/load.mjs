import { Agent, request } from 'node:http';

export const CONNECTIONS = 16;

/**
 * Keeps `CONNECTIONS` connections busy for `roundMs`, each with one request after the other, as
 * `toCall` gives them (`{ method, path, headers, body }`). Gives how many were answered a second and
 * each one's milliseconds. An answer other than `expected` ends it.
 */
export async function loadFor(origin, toCall, roundMs) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const latenciesMs = [];
  const startedAt = performance.now();

  async function work() {
    while (performance.now() - startedAt < roundMs) {
      const sentAt = performance.now();
      await send(origin, toCall(), agent);
      latenciesMs.push(performance.now() - sentAt);
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { perSecond: latenciesMs.length / seconds, latenciesMs };
}

/** One call; gives the answer's JSON. */
export function send(origin, { method, path, headers, body, expected }, agent) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const sent =
    body === undefined
      ? headers
      : {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        };
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, origin), { method, agent, headers: sent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === expected) resolve(JSON.parse(Buffer.concat(chunks).toString()));
        else reject(new Error(`${method} ${path} answered ${response.statusCode}`));
      });
    });
    sending.on('error', reject);
    sending.end(text);
  });
}
