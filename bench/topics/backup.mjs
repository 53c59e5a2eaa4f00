import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyRows } from '../../scripts/system/copy-rows.mjs';
import { freePort } from '../../scripts/system/free-port.mjs';
import { createPayin, readPayin } from '../../scripts/system/orders.mjs';
import { openPlace, withPaymentService } from '../../scripts/system/payment-service.mjs';
import { median, quantile } from '../../scripts/system/statistics.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { withEmbedded } from '../load/embedded.mjs';
import { fill } from '../load/fill.mjs';
import { send, steadily } from '../load/load.mjs';
import { residentBytes } from '../service/dashboard-visitor.mjs';

const MEGABYTE = 1024 * 1024;
/** Far from all that the engine can do: what is asked for is how long one waits. */
const EVERY_MS = { read: 40, payin: 100 };
const SAMPLE_EVERY_MS = 20;
/** What comes back to the system after a start, and after a backup, has come back by then. */
const SETTLE_MS = 3_000;
const PHASES = ['before', 'during', 'after'];

/** Waits during a backup on the embedded engine, and memory, by the number of payins. */
export async function measureBackup({ root }, { sizes, roundMs }) {
  const figures = [];
  for (const rows of sizes) figures.push({ rows, ...(await measureSize(root, { rows, roundMs })) });
  printWaits(figures);
  printSizes(figures);
  return figures;
}

async function measureSize(root, { rows, roundMs }) {
  const home = mkdtempSync(join(tmpdir(), 'checkout-bench-backup-'));
  const dataDir = join(home, 'data');
  try {
    const id = await withPaymentService(root, { DATA_DIR: dataDir }, async ({ base }) => {
      const payin = await send(base, createPayin(await nobody()));
      return payin.id;
    });
    const companyId = id.split('_')[1];
    await withEmbedded(dataDir, async (client) => {
      await fill(client, { companyId, id, rows });
      await fillEvents(client, { companyId, id, rows });
    });
    const file = join(home, 'backup');
    const figure = await withPaymentService(root, { DATA_DIR: dataDir }, (service) =>
      measureService(service, {
        ...{ id, roundMs },
        backUp: () => openPlace(root, { dataDir }).run('operator', ['backup', '--file', file]),
      }),
    );
    return { ...figure, fileMB: statSync(file).size / MEGABYTE };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function fillEvents(client, { companyId, id, rows }) {
  await copyRows(client, 'webhook_events', {
    of: '(SELECT * FROM webhook_events WHERE company_id = $1 AND transaction_id = $2 LIMIT 1)',
    values: [companyId, id],
    from: 2,
    to: rows,
    changed: {
      id: "t.id || '-' || n",
      transaction_id: "t.transaction_id || '-' || n",
      status: "'delivered'",
      created_at: "t.created_at - n * interval '30 seconds'",
    },
  });
  await client.query('VACUUM ANALYZE');
}

async function measureService({ base, pid }, { id, roundMs, backUp }) {
  const receiver = await nobody();
  let phase = 'warming up';
  const mostBytes = {};
  const sampling = setInterval(() => {
    mostBytes[phase] = Math.max(mostBytes[phase] ?? 0, residentBytes(pid));
  }, SAMPLE_EVERY_MS);
  const calls = { read: () => readPayin(id), payin: () => createPayin(receiver) };
  const loads = Object.entries(calls).map(([name, toCall]) => [
    name,
    steadily(base, { everyMs: EVERY_MS[name], toCall, phaseOf: () => phase }),
  ]);
  let tookMs = 0;
  const waits = {};
  try {
    await pause(SETTLE_MS);
    phase = 'before';
    await pause(roundMs);
    phase = 'during';
    const begunAt = performance.now();
    const { code, said } = await backUp();
    if (code !== 0) throw new Error(`the backup ended with ${code}: ${said}`);
    tookMs = performance.now() - begunAt;
    phase = 'settling';
    await pause(SETTLE_MS);
    phase = 'after';
    await pause(roundMs);
  } finally {
    clearInterval(sampling);
    for (const [name, load] of loads) waits[name] = await load.stop();
  }
  return { waits, mostBytes, seconds: tookMs / 1_000 };
}

/** Where nobody listens: an event is told later, and stays. */
async function nobody() {
  return `http://127.0.0.1:${await freePort()}/events`;
}

function printWaits(figures) {
  printTable(
    `Waiting during a backup, embedded, ms; a read each ${EVERY_MS.read} ms and a payin each ${EVERY_MS.payin}`,
    ['', 'payins', 'answered', 'median', 'p99', 'longest'],
    figures.flatMap(({ rows, waits }) =>
      Object.entries(waits).flatMap(([name, byPhase]) =>
        PHASES.map((phase) => {
          const taken = byPhase[phase] ?? [];
          const waited = [median(taken), quantile(taken, 0.99), Math.max(...taken)];
          return [`${name}, ${phase}`, rows, taken.length, ...waited];
        }),
      ),
    ),
  );
}

function printSizes(figures) {
  printTable(
    'The backup, and the most memory that the process took',
    ['payins', 'seconds', 'file, MB', ...PHASES.map((phase) => `MB ${phase}`)],
    figures.map(({ rows, seconds, fileMB, mostBytes }) => [
      rows,
      seconds,
      fileMB,
      ...PHASES.map((phase) => mostBytes[phase] / MEGABYTE),
    ]),
  );
}
