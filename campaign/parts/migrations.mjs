import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { bundleProgram } from '../../scripts/system/bundle-program.mjs';
import { startPostgres } from '../../scripts/system/start-postgres.mjs';
import { printTable } from '../../scripts/system/table.mjs';
import { pause } from '../../scripts/system/wait.mjs';
import { fillTable } from '../system/fill-tables.mjs';

/** What grows with payments. Each is filled once the migration that makes it has. */
const TABLES = [
  'payins',
  'payouts',
  'ledger_transactions',
  'ledger_entries',
  'webhook_events',
  'audit_entries',
  'card_tokens',
  'declines',
  'authentications',
  'idempotency_keys',
  'refunds',
];
const WRITE_EVERY_MS = 5;

/**
 * Each migration by itself, at so many rows of each big table, while one row of each is written again
 * and again: how long it takes, and for how long the longest write waited. Whatever it shows is a
 * figure, and no difference.
 */
export async function migrations({ root, rows }) {
  if (rows === 0) {
    console.log('migrations: left out, since --rows names no number of rows.');
    return true;
  }
  const postgres = await startPostgres();
  if (postgres.reason !== undefined) {
    console.error(`migrations: no PostgreSQL: ${postgres.reason}`);
    return false;
  }
  try {
    const databaseUrl = postgres.database('migrated');
    const stepper = await startStepper(root, databaseUrl);
    const { all } = await stepper.ask({});
    const writers = openWriters(databaseUrl, rows);
    const measured = [];
    for (const { id, name } of all) {
      const watching = writers.watch();
      const { tookMs } = await stepper.ask({ to: id });
      const { longestMs, of, writes } = await watching.stop();
      measured.push([`${id}: ${name}`, tookMs, longestMs, of, writes]);
      console.log(`  ${id}: ${Math.round(tookMs)} ms, a write ${Math.round(longestMs)} ms`);
      await writers.fillNew();
    }
    await stepper.stop();
    await writers.close();
    printTable(
      `Migrations at ${rows} rows of each of ${TABLES.length} tables, each written meanwhile`,
      ['', 'ms', 'longest write, ms', 'of', 'writes'],
      measured,
    );
    return true;
  } finally {
    await postgres.stop();
  }
}

async function startStepper(root, databaseUrl) {
  const program = await bundleProgram(
    root,
    new URL('../system/migrate-steps.mjs', import.meta.url),
  );
  const child = fork(program, [databaseUrl]);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`a migration failed: the process ended with ${code}`);
  });
  failed.catch(() => undefined);
  const hear = async () => (await Promise.race([once(child, 'message'), failed]))[0];
  await hear();
  return {
    ask(question) {
      child.send(question);
      return hear();
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function openWriters(databaseUrl, rows) {
  const written = [];
  return {
    async fillNew() {
      for (const table of TABLES.filter((one) => !written.some((other) => other.table === one))) {
        const client = new pg.Client({ connectionString: databaseUrl });
        await client.connect();
        const { rows: found } = await client.query('SELECT to_regclass($1) AS known', [table]);
        if (found[0].known === null) {
          await client.end();
          continue;
        }
        const [column] = await fillTable(client, table, rows);
        await client.query(`VACUUM ANALYZE ${table}`);
        const one = { table, client, column };
        written.push({ ...one, place: await somePlace(one) });
      }
    },
    watch: () => watch(written),
    close: () => Promise.all(written.map(({ client }) => client.end())),
  };
}

/** `stop` gives the longest wait of a write, in milliseconds, of which table, and how many there were. */
function watch(written) {
  const seen = { longestMs: 0, of: '', writes: 0 };
  let isOver = false;
  const write = async (one) => {
    while (!isOver) {
      const startedAt = performance.now();
      const { rows } = await one.client.query(
        `UPDATE ${one.table} SET ${one.column} = ${one.column} WHERE ctid = $1
          RETURNING ctid::text AS place`,
        [one.place],
      );
      const tookMs = performance.now() - startedAt;
      // Where a migration moved the row, another one is written.
      one.place = rows[0]?.place ?? (await somePlace(one));
      if (tookMs > seen.longestMs) Object.assign(seen, { longestMs: tookMs, of: one.table });
      seen.writes += 1;
      await pause(WRITE_EVERY_MS);
    }
  };
  const writing = written.map(write);
  return {
    async stop() {
      isOver = true;
      await Promise.all(writing);
      return seen;
    },
  };
}

async function somePlace({ client, table }) {
  const { rows } = await client.query(`SELECT ctid::text AS place FROM ${table} LIMIT 1`);
  return rows[0].place;
}
