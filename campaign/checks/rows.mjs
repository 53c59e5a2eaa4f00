import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { ACCOUNT } from '../../scripts/system/orders.mjs';
import { compareRows } from './compare.mjs';

const QUERIES = {
  payins: `SELECT id, reference_id, status, amount::integer AS amount FROM payins
    WHERE company_id = $1`,
  payouts: `SELECT id, reference_id, status, amount::integer AS amount FROM payouts
    WHERE company_id = $1`,
  refunds: `SELECT id, payin_id, reference_id, status, amount::integer AS amount FROM refunds
    WHERE company_id = $1`,
  declines: 'SELECT payin_id FROM declines WHERE company_id = $1',
  events: 'SELECT id, transaction_id, event, status FROM webhook_events WHERE company_id = $1',
  reversals: 'SELECT payin_id, id, begun_at, done_at FROM reversals WHERE company_id = $1',
  reversalSteps: `SELECT subjects, result FROM audit_entries
    WHERE company_id = $1 AND action = 'charge.reverse'`,
  lookUps: 'SELECT subject_id FROM look_ups WHERE company_id = $1',
  balances:
    'SELECT account, balance::integer AS balance FROM ledger_balances WHERE company_id = $1',
};

const TAKEN_IN = `SELECT key FROM provider_state
    WHERE key LIKE 'charge|%' OR key LIKE 'transfer|%' OR key LIKE 'refund|%'`;

/** The rows of one company as the database has them, past the service; which must have stopped. */
export async function readRows({ databaseUrl, dataDir }, companyId) {
  if (databaseUrl === undefined) return readEmbedded(dataDir, companyId);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await readAll((text, values) => client.query(text, values), companyId);
  } finally {
    await client.end();
  }
}

/** Opened as a copy, so that looking at it changes nothing. */
async function readEmbedded(dataDir, companyId) {
  const copy = mkdtempSync(join(tmpdir(), 'checkout-campaign-copy-'));
  try {
    cpSync(join(dataDir, 'database'), copy, { recursive: true });
    const database = await PGlite.create(copy);
    const rows = await readAll((text, values) => database.query(text, values), companyId);
    await database.close();
    return rows;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function readAll(query, companyId) {
  const rows = {};
  for (const [name, text] of Object.entries(QUERIES)) {
    rows[name] = (await query(text, [companyId])).rows;
  }
  const { rows: keys } = await query(TAKEN_IN, []);
  rows.takenIn = keys.map(({ key }) => key).filter((key) => key.includes(`_${companyId}_`));
  return rows;
}

/** All that a merchant was told, beside what is there. No service may run on the place. */
export async function comparePlace({ place, merchant, receiver, findings }) {
  const rows = await readRows(place, ACCOUNT);
  compareRows({ book: merchant.book, told: receiver.events, rows, findings });
  const { payins, payouts, refunds, events } = rows;
  console.log(
    `  ${merchant.acknowledged().length} acknowledged; there: ${countsOf({ payins, payouts, refunds, events })}`,
  );
  await reconcile(place, findings);
}

export async function reconcile(place, findings) {
  const { code, said } = await place.run('reconcile');
  console.log(`  reconcile: ${said}`);
  if (code !== 0) findings.wrong(`reconcile: ${said}`);
}

/** Such as `3 payins (2 APPROVED, 1 REFUSED), 4 refunds (4 DONE)`. */
function countsOf(tables) {
  return Object.entries(tables)
    .map(([name, rows]) => {
      const counts = new Map();
      for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
      const each = [...counts].map(([status, count]) => `${count} ${status}`).sort();
      return `${rows.length} ${name}${rows.length > 0 ? ` (${each.join(', ')})` : ''}`;
    })
    .join(', ');
}
