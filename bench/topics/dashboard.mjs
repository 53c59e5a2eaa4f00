import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPayinOf } from '../../scripts/system/orders.mjs';
import { withPaymentService } from '../../scripts/system/payment-service.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { median, quantile } from '../../scripts/system/statistics.mjs';
import { printTable, rowsOf } from '../../scripts/system/table.mjs';
import { withEmbedded } from '../load/embedded.mjs';
import { fill, fillTo } from '../load/fill.mjs';
import { send } from '../load/load.mjs';
import { SHOP_PAGES, SHOP_YEAR } from '../load/shop-year.mjs';
import { residentBytes, signIn, visitorOf, weigh } from '../service/dashboard-visitor.mjs';
import { alternate } from './rounds.mjs';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const COMPANY = 'no3ds';
const MEGABYTE = 1024 * 1024;
/** How much of an export is read: a rate needs no more, however many rows there are. */
const EXPORTED = 100_000;
const SAMPLE_EVERY_MS = 20;

/**
 * On both engines; one visitor asks for one page after the other. Also what the first page weighs.
 */
export async function measureDashboard({ root }, { rounds, rows }) {
  const sizes = SIZES.filter((size) => size <= rows);
  // The keys that a database is written with lie beside it from one start to the next.
  const home = mkdtempSync(join(tmpdir(), 'checkout-bench-dashboard-'));
  const [besidePostgres, dataDir] = [join(home, 'postgres'), join(home, 'embedded')];
  const figures = {};
  const measure = async (name, engine) => {
    figures[name] = await measureEngine(root, engine, { rounds, sizes });
    print(name, figures[name]);
  };
  try {
    await withPostgres((postgres) => {
      const databaseUrl = postgres.database('dashboard');
      return measure('PostgreSQL', {
        settings: { DATABASE_URL: databaseUrl, DATA_DIR: besidePostgres },
        fillTo: (which) => fillTo(databaseUrl, which),
      });
    });
    await measure('embedded', {
      settings: { DATA_DIR: dataDir },
      fillTo: (which) => withEmbedded(dataDir, (client) => fill(client, which)),
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const { weights } = figures.PostgreSQL.at(-1);
  printWeights(weights);
  return {
    weights: Object.values(weights),
    listOrSearchP95: Math.max(...Object.values(figures).flat().map(slowestListOrSearch)),
  };
}

async function measureEngine(root, { settings, fillTo: fillEngineTo }, { rounds, sizes }) {
  const { id } = await withPaymentService(root, settings, ({ base }) =>
    send(base, createPayinOf(COMPANY)),
  );
  const figures = [];
  for (const rows of sizes) {
    await fillEngineTo({ companyId: COMPANY, id, rows, ...SHOP_YEAR });
    const figure = await withPaymentService(root, settings, (service) =>
      measureSize(service, rounds),
    );
    figures.push({ rows, ...figure });
  }
  return figures;
}

async function measureSize(service, rounds) {
  const visitor = await signIn(service);
  const names = Object.keys(SHOP_PAGES);
  for (const name of names) await requireListed(visitor, SHOP_PAGES[name]);
  const measure = async (name) => {
    const askedAt = performance.now();
    await visitor.page(SHOP_PAGES[name].path);
    return performance.now() - askedAt;
  };
  await alternate(Math.ceil(rounds / 10), measure, names);
  const pages = await alternate(rounds, measure, names);
  const exported = await measureExport(service, visitor);
  const weights = {
    'signing in': await weigh(visitorOf(service), '/sign-in'),
    home: await weigh(visitor, '/'),
    list: await weigh(visitor, '/payments'),
  };
  return { pages, exported, weights };
}

/** A page without what it was asked for would be fast. */
async function requireListed(visitor, { path, lists }) {
  const html = await visitor.page(path);
  const listed = html.match(/<a href="\/payments\/pay_[^"/]+">/g)?.length ?? 0;
  if (listed !== lists) throw new Error(`${path} lists ${listed} payments, not ${lists}`);
}

async function measureExport({ pid }, visitor) {
  const before = residentBytes(pid);
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, SAMPLE_EVERY_MS);
  try {
    const askedAt = performance.now();
    const response = await visitor.open('/payments/export.csv');
    let lines = 0;
    for await (const chunk of response.body) {
      for (const byte of chunk) if (byte === 0x0a) lines += 1;
      if (lines > EXPORTED) break;
    }
    // The first line has the names of the columns.
    const perSecond = ((lines - 1) / (performance.now() - askedAt)) * 1000;
    return { perSecond, grewBy: (most - before) / MEGABYTE };
  } finally {
    clearInterval(sampling);
  }
}

function slowestListOrSearch({ pages }) {
  const names = Object.keys(pages).filter((name) => /^(?:list|search)/.test(name));
  return Math.max(...names.map((name) => quantile(pages[name], 0.95)));
}

function print(engine, figures) {
  const [smallest] = figures;
  const columns = figures.flatMap(({ rows }) => [`${rows} payins`, 'p95', 'ratio']);
  printTable(
    `Dashboard on ${engine}, ms, and the median's ratio to the smallest size`,
    ['', ...columns],
    Object.keys(SHOP_PAGES).map((name) => [
      name,
      ...figures.flatMap(({ pages }) => [
        median(pages[name]),
        quantile(pages[name], 0.95),
        median(pages[name]) / median(smallest.pages[name]),
      ]),
    ]),
  );
  printTable(
    `Export on ${engine}, of at most ${EXPORTED} payins`,
    ['payins', 'rows/s', 'ratio', 'memory, MB more'],
    figures.map(({ rows, exported }) => [
      rows,
      exported.perSecond,
      exported.perSecond / smallest.exported.perSecond,
      exported.grewBy,
    ]),
  );
}

function printWeights(weights) {
  printTable(
    'First page of the dashboard, with styles and script',
    ['', 'brotli bytes', 'requests', 'in series', 'bytes of the page alone, plain'],
    rowsOf(weights, ['brotli', 'requests', 'inSeries', 'html']),
  );
}
