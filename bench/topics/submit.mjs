import { pause } from '../../scripts/system/wait.mjs';
import { typeCard } from '../browser/type-card.mjs';
import { evaluate, openVisitor } from '../browser/visitor.mjs';
import { printComparison } from '../report/compare.mjs';
import { alternate, measureOf } from './rounds.mjs';

const IDLE_MS = 300;

/** Ours commits the card to disk, the floor does not; so the request is also taken alone. */
export async function measureSubmit(lab, { rounds }) {
  const answers = await alternate(rounds, (name) => submit(lab, name));
  const figures = printComparison('Submit to token (ms)', [
    measureOf(answers, 'submit to token', ({ totalMs }) => totalMs),
    measureOf(answers, 'its one request', ({ requestMs }) => requestMs),
    measureOf(answers, 'outside the request', ({ totalMs, requestMs }) => totalMs - requestMs),
  ]);
  const floor = figures['submit to token'].floor;
  return {
    ...figures,
    // Ours, had its route answered as fast as the floor's.
    ratioAtEqualAnswer:
      (figures['outside the request'].ours + figures['its one request'].floor) / floor,
  };
}

async function submit({ chromium, pageOf }, name) {
  const visitor = await openVisitor(chromium);
  await visitor.load(pageOf(name));
  const frame = await visitor.frame();
  await typeCard(visitor.page, frame);
  await pause(IDLE_MS);
  const totalMs = await evaluate(visitor.page, 'bench.submit()');
  const requestMs = await evaluate(
    frame,
    `performance.getEntriesByType('resource')
      .filter((entry) => entry.initiatorType === 'fetch').at(-1).duration`,
  );
  await visitor.close();
  return { totalMs, requestMs };
}
