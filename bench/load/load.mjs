import { Agent } from 'node:http';
import { ask } from '../../scripts/system/ask.mjs';

export const CONNECTIONS = 16;

/** Gives answers a second and each one's milliseconds. Another answer than `expected` ends it. */
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

export async function send(origin, call, agent) {
  const answer = await ask(origin, call, { agent });
  if (answer?.status === call.expected) return answer.body;
  throw new Error(`${call.method} ${call.path} answered ${answer?.status ?? 'nothing'}`);
}
