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

/** A connection that was needed for a moment is closed here, before the service closes it. */
const UNUSED_MS = 3_000;

/** Whether the one before was answered or not. `stop` gives what each took, by phase when sent. */
export function steadily(origin, { everyMs, toCall, phaseOf }) {
  const agent = new Agent({ keepAlive: true, timeout: UNUSED_MS });
  const latenciesMs = {};
  const running = new Set();
  let failure = null;
  const call = async () => {
    const phase = phaseOf();
    latenciesMs[phase] ??= [];
    const ofPhase = latenciesMs[phase];
    const sentAt = performance.now();
    await send(origin, toCall(), agent);
    ofPhase.push(performance.now() - sentAt);
  };
  const sending = setInterval(() => {
    const one = call()
      .catch((error) => {
        failure ??= error;
      })
      .finally(() => running.delete(one));
    running.add(one);
  }, everyMs);
  return {
    async stop() {
      clearInterval(sending);
      await Promise.all(running);
      agent.destroy();
      if (failure !== null) throw failure;
      return latenciesMs;
    },
  };
}
