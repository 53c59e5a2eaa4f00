import pg from 'pg';
import { copyRows } from '../../scripts/system/copy-rows.mjs';
import { withPostgres } from '../../scripts/system/start-postgres.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { askAgain, lookUp } from '../checks/look-up.mjs';
import { settle } from '../checks/settle.mjs';
import { openEarlierBuild } from '../system/earlier-build.mjs';
import { endWell, firstAnswer, printTrials, trial } from './trial.mjs';

const CONNECTIONS = 6;
const TRADED_MS = 5_000;
const UP_WITHIN_MS = 20 * 60_000;

/**
 * On one PostgreSQL, under load: the earlier build, both while this one migrates, this one, both,
 * the earlier. What either was told is looked up and sent again at the other.
 */
export async function upgrade({ root, seed, from, rows }) {
  if (from === undefined) {
    console.log('upgrade: left out, since --from names no earlier commit or archive.');
    return true;
  }
  return withPostgres(async (postgres) => {
    const earlier = openEarlierBuild(root, from);
    try {
      const databaseUrl = postgres.database('upgraded');
      const harm = (made) => rollOutAndBack({ ...made, earlier, databaseUrl, rows });
      const result = await trial({ root, databaseUrl, seed }, harm);
      printTrials(`Roll-out from ${from} and back, ${CONNECTIONS} connections`, [
        { ...result, begins: { 'payins before': rows } },
      ]);
      return result.findings.isNothing();
    } finally {
      earlier.remove();
    }
  });
}

async function rollOutAndBack({ findings, place, receiver, merchant, earlier, databaseUrl, rows }) {
  const backMs = [];
  const start = async (options) => {
    const startedAt = performance.now();
    const service = place.start(await place.choosePorts(), options);
    await untilReady(service);
    backMs.push(await firstAnswer(merchant, service.base, startedAt));
    return service;
  };
  const startOld = () => start({ program: earlier.program });
  let old = await startOld();
  const filler = await openFiller(databaseUrl, rows);
  try {
    // Its first process migrates while the other one is paid at.
    const trading = keepTrading(merchant, [old.base]);
    const watching = filler.watch();
    const latest = await start();
    const { longestMs, writes } = await watching.stop();
    await trading.stop();
    console.log(
      `  migrated beside it, up after ${Math.round(backMs.at(-1))} ms; of ${writes} writes of one row the longest took ${Math.round(longestMs)} ms`,
    );
    await tradeAt([old, latest], { merchant, findings });
    await endWell(old, findings);
    await tradeAt([latest], { merchant, findings });
    old = await startOld();
    await tradeAt([old, latest], { merchant, findings });
    await endWell(latest, findings);
    await tradeAt([old], { merchant, findings });
    await settle({ merchant, receiver, base: old.base, findings });
    await lookUp({ merchant, base: old.base, orders: merchant.book, findings });
    await endWell(old, findings);
  } finally {
    await filler.close();
  }
  return backMs;
}

/** A start that migrates a big database takes longer than one that does not. */
async function untilReady(service) {
  const deadline = performance.now() + UP_WITHIN_MS;
  for (;;) {
    try {
      return await service.ready();
    } catch (error) {
      if (service.child.exitCode !== null || performance.now() > deadline) throw error;
    }
  }
}

function keepTrading(merchant, bases) {
  const toBase = (nth) => bases[nth % bases.length];
  return merchant.trade({ connections: CONNECTIONS, toBase, isStubborn: true });
}

/** Trades for a while; then each is asked for all of them, and sent some again. */
async function tradeAt(services, { merchant, findings }) {
  const bases = services.map(({ base }) => base);
  const first = merchant.book.length;
  const trading = keepTrading(merchant, bases);
  await pause(TRADED_MS);
  await trading.stop();
  await merchant.repeat(bases[0], TRADED_MS);
  const orders = merchant.book.slice(first);
  console.log(`  ${bases.length} at work: ${orders.length} orders`);
  await askAgain({ merchant, bases, orders, findings });
}

/** No account has this id: what lies here is nobody's, and the ledger does not speak of it. */
const COMPANY = 'filler';
const WRITE_EVERY_MS = 5;

/** With `rows` copies, and writes one again and again to see how long a writer may have to wait. */
async function openFiller(databaseUrl, rows) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await copyRows(client, 'payins', {
    of: "(SELECT * FROM payins WHERE status = 'APPROVED' LIMIT 1)",
    from: 1,
    to: Math.max(rows, 1),
    changed: { company_id: `'${COMPANY}'`, id: "'pay_' || n", reference_id: "'order-' || n" },
  });
  await client.query('VACUUM ANALYZE payins');
  return {
    /** `stop` gives the longest wait of a write, in milliseconds, and how many there were. */
    watch() {
      let isOver = false;
      let longestMs = 0;
      let writes = 0;
      const write = async () => {
        while (!isOver) {
          const startedAt = performance.now();
          await client.query(
            `UPDATE payins SET updated_at = updated_at WHERE company_id = '${COMPANY}' AND id = 'pay_1'`,
          );
          longestMs = Math.max(longestMs, performance.now() - startedAt);
          writes += 1;
          await pause(WRITE_EVERY_MS);
        }
      };
      const writing = write();
      return {
        async stop() {
          isOver = true;
          await writing;
          return { longestMs, writes };
        },
      };
    },
    close: () => client.end(),
  };
}
