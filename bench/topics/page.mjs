import { median, quantile } from '../../scripts/system/statistics.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { traceTasks } from '../browser/main-thread.mjs';
import { evaluate, heapKilobytes, openVisitor } from '../browser/visitor.mjs';
import { contestantOf } from '../contestants.mjs';
import { bundle, startSite } from '../lab.mjs';
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

/** How long the script, compiled and run in a fresh process, keeps a blank page from going on. */
export async function measureEvaluation({ chromium, site, origins }, { rounds }) {
  const answers = await alternate(rounds, async (name) => {
    const { script } = contestantOf(name, origins[name]);
    const code = await (await fetch(script)).text();
    const visitor = await openVisitor(chromium);
    const loaded = new Promise((resolve) => visitor.page.on('Page.loadEventFired', resolve));
    await visitor.page.send('Page.navigate', { url: `${site.merchant}/blank` });
    await loaded;
    const spentMs = await evaluate(
      visitor.page,
      `(() => {
        const script = document.createElement('script');
        script.text = ${JSON.stringify(code)};
        const startedAt = performance.now();
        document.head.append(script);
        return performance.now() - startedAt;
      })()`,
    );
    await visitor.close();
    return spentMs;
  });
  return printComparison("Script evaluation on the merchant's page (ms)", [
    measureOf(answers, 'evaluation', (spentMs) => spentMs),
  ]);
}

/** Kilobytes of JavaScript heap after mount; half a megabyte of each is an empty page's. */
export async function measureHeap({ chromium, pageOf }, { rounds }) {
  const answers = await alternate(rounds, async (name) => {
    const visitor = await openVisitor(chromium);
    await visitor.load(pageOf(name));
    const page = await heapKilobytes(visitor.page);
    const frame = await heapKilobytes(await visitor.frame());
    await visitor.close();
    return { page, frame };
  });
  return printComparison('JavaScript heap after mount (KB)', [
    measureOf(answers, 'page', ({ page }) => page),
    measureOf(answers, 'frame', ({ frame }) => frame),
    measureOf(answers, 'page and frame', ({ page, frame }) => page + frame),
  ]);
}

// Until the engine has compiled what a cycle uses; a larger script takes longer.
const WARM_UP = 20;
const CYCLES = 50;

/** What mounting, waiting for ready and unmounting leaves in the page. */
export async function measureCycles({ chromium, pageOf }, { rounds }) {
  const answers = await alternate(rounds, async (name) => {
    const visitor = await openVisitor(chromium);
    await visitor.load(pageOf(name, { idle: '1' }));
    await evaluate(visitor.page, `bench.cycle(${WARM_UP})`);
    const before = await takeStock(visitor.page);
    const cycleMs = await evaluate(visitor.page, `bench.cycle(${CYCLES})`);
    const after = await takeStock(visitor.page);
    await visitor.close();
    const growth = Object.keys(after).map((key) => [key, after[key] - before[key]]);
    return { cycleMs, ...Object.fromEntries(growth) };
  });
  return printComparison(`What ${CYCLES} mounts and unmounts leave behind`, [
    measureOf(answers, 'heap, KB per cycle', ({ heap }) => heap / CYCLES),
    measureOf(answers, 'nodes', ({ nodes }) => nodes),
    measureOf(answers, 'detached trees', ({ detached }) => detached),
    measureOf(answers, 'documents', ({ documents }) => documents),
    measureOf(answers, 'listeners', ({ listeners }) => listeners),
    measureOf(answers, 'iframes and dialogs in the page', ({ frames }) => frames),
    measureOf(answers, 'one cycle, ms', ({ cycleMs }) => cycleMs),
  ]);
}

async function takeStock(page) {
  const heap = await heapKilobytes(page);
  const { nodes, documents, jsEventListeners } = await page.send('Memory.getDOMCounters');
  await page.send('DOM.enable');
  const { detachedNodes } = await page.send('DOM.getDetachedDomNodes');
  const frames = await evaluate(page, "document.querySelectorAll('iframe, dialog').length");
  await page.send('DOM.disable');
  return {
    heap,
    nodes,
    documents,
    listeners: jsEventListeners,
    frames,
    detached: detachedNodes.length,
  };
}

/** Microseconds from page to cross-site frame and back: guarded channel beside a bare port. */
export async function measureMessaging({ root, chromium }, { rounds }) {
  const site = await startSite(await bundle(root, 'messaging/channel.mjs'));
  const { merchant, frame } = site.told;
  const answers = alternate(
    rounds,
    async (kind) => {
      const visitor = await openVisitor(chromium);
      const query = new URLSearchParams({ kind, frame });
      const { roundTripUs } = await visitor.load(`${merchant}/channel?${query}`);
      await visitor.close();
      return roundTripUs;
    },
    ['port', 'channel'],
  );
  const { port, channel } = await answers.finally(() => site.stop());
  const ratio = median(channel) / median(port);
  printTable(
    'One round trip, page to frame and back (microseconds)',
    ['', 'median', 'p95', 'ratio', 'rounds'],
    [
      ['bare MessagePort', median(port), quantile(port, 0.95), 1, rounds],
      ['guarded channel', median(channel), quantile(channel, 0.95), ratio, rounds],
    ],
  );
  return { ratio };
}
