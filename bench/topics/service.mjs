import { fileURLToPath } from 'node:url';
import { createPayin, createPayout, readPayin } from '../../scripts/system/orders.mjs';
import { startPaymentService } from '../../scripts/system/payment-service.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { median, quantile } from '../../scripts/system/statistics.mjs';
import { printTable, rowsOf } from '../../scripts/system/table.mjs';
import { CONNECTIONS, loadFor, send } from '../load/load.mjs';
import { startChild } from '../service/child.mjs';
import { alternate } from './rounds.mjs';

const CONTROL = fileURLToPath(new URL('../load/plain-route.mjs', import.meta.url));

/** The requests; those that read get the id of a payin that exists. */
const OPERATIONS = {
  'POST /payin, card': () => () => createPayin(),
  'POST /payout': () => () => createPayout(),
  'GET /payin/{id}': (id) => () => readPayin(id),
};

/** Requests a second and their 99th percentile on both engines, beside plain `pg` statements. */
export async function measureService({ root }, options) {
  const figures = await withPostgres((postgres) => measureAll(root, postgres, options));
  print(figures);
  return figures;
}

async function measureAll(root, postgres, { rounds, roundMs }) {
  const stops = [];
  try {
    const keep = (started) => {
      stops.push(started.stop);
      return started;
    };
    const address = (name) => ({ DATABASE_URL: postgres.database(name) });
    const plain = keep(await startChild(CONTROL, [], address('plain')));
    const onPostgres = keep(await startPaymentService(root, address('ours')));
    const embedded = keep(await startPaymentService(root));
    const origins = { plain: plain.told, postgres: onPostgres.base, embedded: embedded.base };
    const figures = {};
    for (const [name, toCalls] of Object.entries(OPERATIONS)) {
      figures[name] = await measureOperation(origins, toCalls, { rounds, roundMs });
    }
    return figures;
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function measureOperation(origins, toCalls, { rounds, roundMs }) {
  const calls = {};
  for (const [name, origin] of Object.entries(origins)) {
    const { id } = await send(origin, createPayin());
    calls[name] = toCalls(id);
    // Warms up: what is compiled and planned on first use is not measured.
    await loadFor(origin, calls[name], roundMs);
  }
  const names = Object.keys(origins);
  const measure = (name) => loadFor(origins[name], calls[name], roundMs);
  return summarize(await alternate(rounds, measure, names));
}

function summarize(answers) {
  const p99 = ({ latenciesMs }) => quantile(latenciesMs, 0.99);
  const ratio = (name, pick) =>
    median(answers[name].map((round, index) => pick(round) / pick(answers.plain[index])));
  const figureOf = (name) => ({
    perSecond: median(answers[name].map(toRate)),
    p99: median(answers[name].map(p99)),
    ratio: ratio(name, toRate),
    p99Ratio: ratio(name, p99),
  });
  return Object.fromEntries(Object.keys(answers).map((name) => [name, figureOf(name)]));
}

function toRate({ perSecond }) {
  return perSecond;
}

function print(figures) {
  for (const [operation, byName] of Object.entries(figures)) {
    printTable(
      `${operation}, ${CONNECTIONS} connections, beside plain statements in the same commits`,
      ['', 'a second', 'ratio', 'p99 ms', 'ratio'],
      rowsOf(byName, ['perSecond', 'ratio', 'p99', 'p99Ratio']),
    );
  }
}
