import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../lab.mjs';
import { CONNECTIONS, loadFor } from '../payin/load.mjs';
import { startPostgres } from '../payin/postgres.mjs';
import { median, quantile } from '../report/statistics.mjs';
import { printTable } from '../report/table.mjs';
import { startChild } from '../service/child.mjs';
import { startPaymentService } from '../service/payment-service.mjs';
import { alternate } from './rounds.mjs';

const NAMES = ['bare', 'payin'];

/** Card payins a second and their 99th percentile, beside a bare route, on both engines. */
export async function measurePayin({ root }, { rounds, roundMs }) {
  const bareRoute = await bundle(root, 'payin/bare-route.mjs', { ssr: true });
  const measure = (settingsOf) => measureEngine({ root, bareRoute, settingsOf, rounds, roundMs });
  const figures = { embedded: await measure(() => ({})) };
  const postgres = await startPostgres();
  if (postgres.reason === undefined) {
    try {
      figures.postgres = await measure((name) => ({ DATABASE_URL: postgres.database(name) }));
    } finally {
      await postgres.stop();
    }
  }
  print(figures);
  if (postgres.reason !== undefined) console.log(`No PostgreSQL: ${postgres.reason}.`);
  return figures;
}

async function measureEngine({ root, bareRoute, settingsOf, rounds, roundMs }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-bench-bare-'));
  const bare = await startChild(bareRoute, [], { DATA_DIR: dataDir, ...settingsOf('bare') });
  try {
    const service = await startPaymentService(root, settingsOf('payin'));
    try {
      const origins = { bare: bare.told, payin: service.base };
      // What is compiled and planned on first use belongs to neither.
      for (const name of NAMES) await loadFor(origins[name], roundMs / 2);
      const answers = await alternate(rounds, (name) => loadFor(origins[name], roundMs), NAMES);
      return summarize(answers);
    } finally {
      await service.stop();
    }
  } finally {
    await bare.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Ratios are taken round by round, so that a slow moment of the machine falls on both. */
function summarize({ bare, payin }) {
  const p99 = ({ latenciesMs }) => quantile(latenciesMs, 0.99);
  const ratios = (pick) => median(payin.map((round, index) => pick(round) / pick(bare[index])));
  return {
    bare: { perSecond: median(bare.map(toRate)), p99: median(bare.map(p99)) },
    payin: { perSecond: median(payin.map(toRate)), p99: median(payin.map(p99)) },
    ratio: { perSecond: ratios(toRate), p99: ratios(p99) },
    rounds: payin.length,
  };
}

function toRate({ perSecond }) {
  return perSecond;
}

function print(figures) {
  printTable(
    `POST /payin by card, ${CONNECTIONS} connections, beside a bare route with the same writes`,
    ['engine', 'bare/s', 'payin/s', 'ratio', 'bare p99 ms', 'payin p99 ms', 'ratio', 'rounds'],
    Object.entries(figures).map(([engine, { bare, payin, ratio, rounds }]) => [
      engine,
      bare.perSecond,
      payin.perSecond,
      ratio.perSecond,
      bare.p99,
      payin.p99,
      ratio.p99,
      rounds,
    ]),
  );
}
