import { Agent } from 'node:http';
import { ask } from './ask.mjs';
import { ACCOUNT, createPayin, credentialsOf } from './orders.mjs';
import { quantile } from './statistics.mjs';
import { pause } from './wait.mjs';

const headers = credentialsOf(ACCOUNT);
/** More are not sent: the merchant's own machine would be what is measured. */
const MOST_ON_THEIR_WAY = 2_000;
const TICK_MS = 10;
const PATIENCE_MS = 30_000;

export async function keepBusy(base, { connections, forMs }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const tally = createTally();
  const startedAt = performance.now();
  const work = async () => {
    while (performance.now() - startedAt < forMs) await tally.payin(base, agent);
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return tally.over(performance.now() - startedAt);
}

export async function pour(base, { perSecond, forMs }) {
  const agent = new Agent({ keepAlive: true });
  const tally = createTally();
  const running = new Set();
  const startedAt = performance.now();
  let sent = 0;
  let elapsedMs = 0;
  while (elapsedMs < forMs) {
    for (const due = (elapsedMs / 1_000) * perSecond; sent < due; sent += 1) {
      if (running.size >= MOST_ON_THEIR_WAY) continue;
      const work = tally.payin(base, agent).finally(() => running.delete(work));
      running.add(work);
    }
    await pause(TICK_MS);
    elapsedMs = performance.now() - startedAt;
  }
  // What is answered later than this counts, but not as answered within the time.
  const summary = tally.over(elapsedMs);
  await Promise.all(running);
  agent.destroy();
  return { ...summary, p99: tally.p99() };
}

function createTally() {
  const ids = [];
  const latenciesMs = [];
  const refusals = {};
  const busy = [];
  let offered = 0;
  const p99 = () => (latenciesMs.length === 0 ? null : quantile(latenciesMs, 0.99));
  return {
    p99,
    async payin(base, agent) {
      offered += 1;
      const sentAt = performance.now();
      const call = { ...createPayin(), headers };
      const answer = await ask(base, call, { agent, patienceMs: PATIENCE_MS });
      if (answer?.status === 201) {
        ids.push(answer.body.id);
        latenciesMs.push(performance.now() - sentAt);
        return;
      }
      const name = answer === null ? 'no answer' : String(answer.status);
      refusals[name] = (refusals[name] ?? 0) + 1;
      if (name === '503') busy.push({ call, answer });
    },
    over: (ms) => ({
      ids,
      refusals,
      busy,
      offeredPerSecond: (offered / ms) * 1_000,
      answeredPerSecond: (ids.length / ms) * 1_000,
      p99: p99(),
    }),
  };
}
