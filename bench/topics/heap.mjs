import { heapKilobytes } from '../browser/heap.mjs';
import { openVisitor } from '../browser/visitor.mjs';
import { printComparison } from '../report/compare.mjs';
import { alternate, measureOf } from './rounds.mjs';

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
