import { printTable } from '../../scripts/system/table.mjs';

const KILOBYTE = 1024;

/** Bounds on figures of this run. A goal whose topic did not run has no figure. */
const GOALS = [
  ['checkout-sdk.js, brotli KB', 8, ({ size }) => size.sdk / KILOBYTE],
  ['card document, brotli KB (aim)', 12, ({ size }) => size.card / KILOBYTE],
  ['card document and brands, brotli KB (limit)', 16, ({ size }) => size.cardWithBrands / KILOBYTE],
  ['bytes until ready, KB', 22, ({ wire }) => wire.ours.ready.bytes / KILOBYTE],
  ['bytes until ready, KB (limit)', 24, ({ wire }) => wire.ours.ready.bytes / KILOBYTE],
  ['requests until ready', 4, ({ wire }) => wire.ours.ready.requests.length],
  ['preflights until ready', 0, ({ wire }) => wire.ours.ready.preflights],
  ['requests of a submit', 1, ({ wire }) => wire.ours.submit.requests.length],
  ['navigation to ready / floor', 1.5, ({ startUp }) => startUp['navigation to ready'].ratio],
  [
    'navigation to ready, p95 / p95 of floor',
    1.5,
    ({ startUp: { 'navigation to ready': seen } }) => seen.oursP95 / seen.floorP95,
  ],
  ['mount to ready / floor', 1.6, ({ startUp }) => startUp['mount to ready'].ratio],
  [
    'the same, init 300 ms earlier / floor',
    0.6,
    ({ startUp }) => startUp['mount to ready, init 300 ms earlier'].ratio,
  ],
  [
    'slow phone, navigation to ready / floor',
    1.15,
    ({ startUp }) => startUp['4x slower CPU, Slow 4G: navigation to ready'].ratio,
  ],
  [
    'longest task at 4x slower CPU, ms',
    50,
    ({ cpu }) => cpu['longest task, 4x slower CPU'].oursWorst,
  ],
  ['submit to token / floor, at equal answers', 1.3, ({ submit }) => submit.ratioAtEqualAnswer],
  ['script evaluation, ms', 3, ({ evaluation }) => evaluation.evaluation.ours],
  ['main-thread CPU until ready / floor', 1.4, ({ cpu }) => cpu['all tasks'].ratio],
  ['longest task / floor', 2, ({ cpu }) => cpu['longest task'].ratio],
  ['heap after mount / floor', 1.4, ({ heap }) => heap['page and frame'].ratio],
  ['nodes left by 50 mounts', 0, ({ cycles }) => cycles.nodes.oursWorst],
  ['detached trees left', 0, ({ cycles }) => cycles['detached trees'].oursWorst],
  ['documents left', 0, ({ cycles }) => cycles.documents.oursWorst],
  ['listeners left', 0, ({ cycles }) => cycles.listeners.oursWorst],
  ['frames left', 0, ({ cycles }) => cycles['iframes and dialogs in the page'].oursWorst],
  ['heap a cycle, KB', 0.1, ({ cycles }) => cycles['heap, KB per cycle'].ours],
  ['one cycle / floor', 1.3, ({ cycles }) => cycles['one cycle, ms'].ratio],
  ['round trip / bare MessagePort', 1.2, ({ messaging }) => messaging.ratio],
  [
    'last input parsed after ready, ms',
    0,
    ({ startUp }) => startUp['inputs parsed after ready (never above 0)'].oursWorst,
  ],
  ['dashboard, slowest list or search, p95, ms', 100, ({ dashboard }) => dashboard.listOrSearchP95],
  [
    'dashboard, first page, brotli KB',
    30,
    ({ dashboard }) => Math.max(...dashboard.weights.map(({ brotli }) => brotli)) / KILOBYTE,
  ],
  [
    'dashboard, requests in series of a first page',
    2,
    ({ dashboard }) => Math.max(...dashboard.weights.map(({ inSeries }) => inSeries)),
  ],
  ['first attempt of an event, p99 ms', 1_000, ({ webhooks }) => webhooks.postgres.firstAttemptP99],
  ['cold start, new directory, s', 5, ({ coldStart }) => coldStart.first],
  ['cold start, existing directory, s', 1.5, ({ coldStart }) => coldStart.again],
];

const LEAST = [
  [
    'card payins / plain statements, PostgreSQL',
    1.3,
    ({ service }) => service['POST /payin, card'].postgres.ratio,
  ],
  [
    'card payins / plain statements on PostgreSQL, embedded',
    0.25,
    ({ service }) => service['POST /payin, card'].embedded.ratio,
  ],
  [
    'answered while 5 times the best rate is offered / best',
    0.8,
    ({ overload }) => overload.goodput,
  ],
  ['events claimed of the outbox a second', 5_000, ({ outbox }) => outbox.perSecond],
  ['payins a second at the most rows / at the fewest', 1 / 1.5, atMostRows('payin')],
  ['reads a second at the most rows / at the fewest', 1 / 1.5, atMostRows('read')],
];

function atMostRows(operation) {
  return ({ growth }) => growth.at(-1).ratio[operation];
}

export function printGoals(results) {
  printTable('Goals', ['', 'at most', 'measured', ''], rowsOf(GOALS, results, isAtMost));
  printTable('Goals', ['', 'at least', 'measured', ''], rowsOf(LEAST, results, isAtLeast));
}

function rowsOf(goals, results, isMet) {
  return goals.map(([name, bound, read]) => {
    const measured = readOrNull(read, results);
    const verdict = measured === null ? 'not run' : isMet(measured, bound) ? 'met' : 'NOT MET';
    return [name, bound, measured, verdict];
  });
}

function isAtMost(measured, bound) {
  return measured <= bound;
}

function isAtLeast(measured, bound) {
  return measured >= bound;
}

function readOrNull(read, results) {
  try {
    return read(results);
  } catch {
    return null;
  }
}
