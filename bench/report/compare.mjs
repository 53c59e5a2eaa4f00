import { median, quantile } from '../../scripts/system/statistics.mjs';
import { printTable, rowsOf } from '../../scripts/system/table.mjs';

/** `measures`: lists of `[name, samplesOfFloor, samplesOfOurs]`. Gives the figures by name. */
export function printComparison(title, measures) {
  const figures = Object.fromEntries(
    measures.map(([name, floor, ours]) => [name, compare(floor, ours)]),
  );
  printTable(
    title,
    ['', 'floor', 'ours', 'ratio', 'floor p95', 'ours p95', 'rounds'],
    rowsOf(figures, ['floor', 'ours', 'ratio', 'floorP95', 'oursP95', 'rounds']),
  );
  return figures;
}

function compare(floor, ours) {
  const [floorMedian, oursMedian] = [median(floor), median(ours)];
  return {
    floor: floorMedian,
    ours: oursMedian,
    // Nothing against nothing, or a leak against none, has no ratio.
    ratio: floorMedian > 0 ? oursMedian / floorMedian : null,
    floorP95: quantile(floor, 0.95),
    oursP95: quantile(ours, 0.95),
    oursWorst: Math.max(...ours),
    rounds: ours.length,
  };
}
