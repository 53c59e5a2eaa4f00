import { pause } from '../../scripts/system/wait.mjs';
import { traceTasks } from '../browser/main-thread.mjs';
import { openVisitor } from '../browser/visitor.mjs';
import { printComparison } from '../report/compare.mjs';
import { alternate, measureOf } from './rounds.mjs';

const AFTER_READY_MS = 300;

/** Main-thread processor time of page and frame until ready and 0.3 s after, at two speeds. */
export async function measureCpu(lab, { rounds }) {
  const full = await alternate(rounds, (name) => load(lab, name, 1));
  const slow = await alternate(rounds, (name) => load(lab, name, 4));
  return printComparison('Main thread of page and frame, until ready + 0.3 s (ms of CPU)', [
    measureOf(full, 'all tasks', ({ sum }) => sum),
    measureOf(full, 'longest task', ({ longest }) => longest),
    measureOf(slow, 'all tasks, 4x slower CPU', ({ sum }) => sum),
    measureOf(slow, 'longest task, 4x slower CPU', ({ longest }) => longest),
  ]);
}

async function load({ chromium, pageOf, site, origins }, name, slow) {
  const visitor = await openVisitor(chromium, { slow });
  const shown = [site.merchant, origins[name].frame];
  const tasks = await traceTasks(
    visitor.page,
    (url) => shown.some((origin) => url.startsWith(`${origin}/`)),
    async () => {
      await visitor.load(pageOf(name));
      await pause(AFTER_READY_MS);
    },
  );
  await visitor.close();
  return { sum: tasks.reduce((sum, ms) => sum + ms, 0), longest: Math.max(...tasks) };
}
