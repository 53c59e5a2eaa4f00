import { heapKilobytes } from '../browser/heap.mjs';
import { evaluate, openVisitor } from '../browser/visitor.mjs';
import { printComparison } from '../report/compare.mjs';
import { alternate, measureOf } from './rounds.mjs';

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
