import { loadavg } from 'node:os';
import { openLab } from './lab.mjs';
import { printGoals } from './report/goals.mjs';
import { printMachine } from './report/machine.mjs';
import { measureBackup } from './topics/backup.mjs';
import { measureColdStart } from './topics/cold-start.mjs';
import { measureDashboard } from './topics/dashboard.mjs';
import { measureGrowth } from './topics/growth.mjs';
import { measureOutbox } from './topics/outbox.mjs';
import { measureOverload } from './topics/overload.mjs';
import {
  measureCpu,
  measureCycles,
  measureEvaluation,
  measureHeap,
  measureMessaging,
} from './topics/page.mjs';
import { measureService } from './topics/service.mjs';
import { measureSize } from './topics/size.mjs';
import { measureStartUp } from './topics/start-up.mjs';
import { measureSubmit } from './topics/submit.mjs';
import { measureWebhooks } from './topics/webhooks.mjs';
import { measureWire } from './topics/wire.mjs';

// What is exact needs no rounds.
const TOPICS = {
  size: { measure: measureSize },
  wire: { measure: measureWire },
  startUp: {
    measure: measureStartUp,
    full: { rounds: 15, slowRounds: 7 },
    quick: { rounds: 3, slowRounds: 1 },
  },
  submit: { measure: measureSubmit, full: { rounds: 15 }, quick: { rounds: 3 } },
  cpu: { measure: measureCpu, full: { rounds: 7 }, quick: { rounds: 2 } },
  evaluation: { measure: measureEvaluation, full: { rounds: 15 }, quick: { rounds: 3 } },
  heap: { measure: measureHeap, full: { rounds: 5 }, quick: { rounds: 1 } },
  cycles: { measure: measureCycles, full: { rounds: 3 }, quick: { rounds: 1 } },
  messaging: { measure: measureMessaging, full: { rounds: 15 }, quick: { rounds: 3 } },
  service: {
    measure: measureService,
    full: { rounds: 7, roundMs: 4000 },
    quick: { rounds: 2, roundMs: 1000 },
  },
  webhooks: {
    measure: measureWebhooks,
    full: { rounds: 5, events: 2000 },
    quick: { rounds: 1, events: 200 },
  },
  outbox: {
    measure: measureOutbox,
    full: { rounds: 5, waiting: 50_000 },
    quick: { rounds: 1, waiting: 5_000 },
  },
  overload: { measure: measureOverload, full: { roundMs: 5000 }, quick: { roundMs: 1000 } },
  growth: {
    measure: measureGrowth,
    full: { sizes: [1_000, 10_000, 100_000, 1_000_000], roundMs: 4000 },
    quick: { sizes: [1_000, 10_000], roundMs: 1000 },
  },
  dashboard: {
    measure: measureDashboard,
    full: { rounds: 60, rows: 100_000 },
    quick: { rounds: 10, rows: 10_000 },
  },
  backup: {
    measure: measureBackup,
    full: { sizes: [1_000, 200_000], roundMs: 20_000 },
    quick: { sizes: [1_000, 10_000], roundMs: 3_000 },
  },
  coldStart: { measure: measureColdStart, full: { rounds: 7 }, quick: { rounds: 2 } },
};

export const TOPIC_NAMES = Object.keys(TOPICS);

/**
 * False where a topic did not run; a figure, however bad, is no failure. `rows`: of the dashboard.
 */
export async function bench({ root, topics, isQuick, rows }) {
  const loadBefore = loadavg();
  const results = {};
  const lab = await openLab(root);
  try {
    for (const name of topics) {
      const { measure, full, quick } = TOPICS[name];
      try {
        const options = isQuick ? quick : full;
        results[name] = await measure(lab, { ...options, rows: rows ?? options?.rows });
      } catch (error) {
        console.error(`\n${name} did not run: ${error.stack}`);
      }
    }
  } finally {
    await lab.stop();
  }
  printGoals(results);
  printMachine({ browser: lab.chromium.product, loadBefore });
  return topics.every((name) => name in results);
}
