import { Agent } from 'node:http';
import { send } from './load.mjs';

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
