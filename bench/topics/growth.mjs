import pg from 'pg';
import { createPayin, createPayout, readPayin } from '../../scripts/system/orders.mjs';
import { withPaymentService } from '../../scripts/system/payment-service.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { fillTo } from '../load/fill.mjs';
import { loadFor, send } from '../load/load.mjs';

/** Requests a second while the tables grow, each as a ratio to the smallest size, on PostgreSQL. */
export async function measureGrowth({ root }, { sizes, roundMs }) {
  const figures = await withPostgres((postgres) => {
    const databaseUrl = postgres.database('growth');
    return withPaymentService(root, { DATABASE_URL: databaseUrl }, ({ base }) =>
      measureSizes(base, databaseUrl, { sizes, roundMs }),
    );
  });
  print(figures);
  return figures;
}

async function measureSizes(origin, databaseUrl, { sizes, roundMs }) {
  const { id } = await send(origin, createPayin());
  const companyId = await companyOf(databaseUrl, id);
  const operations = {
    payin: () => createPayin(),
    payout: () => createPayout(),
    read: () => readPayin(id),
  };
  for (const toCall of Object.values(operations)) await loadFor(origin, toCall, roundMs);
  const figures = [];
  for (const rows of sizes) {
    await fillTo(databaseUrl, { companyId, id, rows });
    const figure = { rows };
    for (const [name, toCall] of Object.entries(operations)) {
      figure[name] = (await loadFor(origin, toCall, roundMs)).perSecond;
    }
    figures.push(figure);
  }
  const [smallest] = figures;
  return figures.map((figure) => ({
    ...figure,
    ratio: Object.fromEntries(
      Object.keys(operations).map((name) => [name, figure[name] / smallest[name]]),
    ),
  }));
}

async function companyOf(databaseUrl, id) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query('SELECT company_id FROM payins WHERE id = $1', [id]);
  await client.end();
  return rows[0].company_id;
}

function print(figures) {
  printTable(
    'Growth on PostgreSQL, requests a second and the ratio to the smallest size',
    ['payins', 'payin/s', 'ratio', 'payout/s', 'ratio', 'read/s', 'ratio'],
    figures.map(({ rows, ratio, ...rates }) => [
      rows,
      ...Object.entries(rates).flatMap(([name, rate]) => [rate, ratio[name]]),
    ]),
  );
}
