import { Agent, request } from 'node:http';
import { AUTHORIZATION, validPayin } from './valid-payin.mjs';

export const CONNECTIONS = 16;

/**
 * Keeps `CONNECTIONS` connections busy for `roundMs`, each with one payin after the other. Gives
 * how many were created a second, and each one's milliseconds.
 */
export async function loadFor(origin, roundMs) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const url = new URL('/payin', origin);
  const latenciesMs = [];
  const startedAt = performance.now();

  async function work() {
    while (performance.now() - startedAt < roundMs) {
      const sentAt = performance.now();
      await post(url, agent);
      latenciesMs.push(performance.now() - sentAt);
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { perSecond: latenciesMs.length / seconds, latenciesMs };
}

function post(url, agent) {
  const body = JSON.stringify(validPayin());
  const headers = {
    authorization: AUTHORIZATION,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`POST /payin answered ${response.statusCode}`));
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
