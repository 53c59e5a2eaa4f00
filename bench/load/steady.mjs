import { Agent } from 'node:http';
import { send } from './load.mjs';

/** A connection that was needed for a moment is closed here, before the service closes it. */
const UNUSED_MS = 3_000;

/**
 * Sends one call of `toCall` each `everyMs`, whether the one before was answered or not, until it is
 * stopped. `stop` gives what each took, by the phase that was named when it was sent.
 */
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
