import pg from 'pg';
import { copyRows } from '../../scripts/system/copy-rows.mjs';

/** With the ledger's rows for each, as copies of the payin `id` spread over a year. */
export async function fillTo(databaseUrl, which) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await fill(client, which);
  } finally {
    await client.end();
  }
}

/** Of copy `n` of the payin `t`, in SQL: `copyId` its id, `changes` its other columns by name. */
export async function fill(
  client,
  { companyId, id, rows, copyId = "$2::text || '-' || n", changes = {} },
) {
  const counted = await client.query('SELECT count(*)::integer AS have FROM payins');
  const first = counted.rows[0].have;
  const copies = rows - first;
  if (copies <= 0) return;
  const copy = (table, changed) => {
    const source = table === 'payins' ? 'id' : 'source_id';
    const of = `(SELECT * FROM ${table} WHERE company_id = $1 AND ${source} = $2)`;
    return copyRows(client, table, {
      ...{ of, values: [companyId, id], from: first + 1, to: rows, changed },
    });
  };
  await copy('payins', {
    id: copyId,
    reference_id: "'filled-' || n",
    created_at: "t.created_at - n * interval '30 seconds'",
    ...changes,
  });
  const {
    rows: [{ last }],
  } = await client.query(
    'SELECT max(sequence)::bigint AS last FROM ledger_transactions WHERE company_id = $1',
    [companyId],
  );
  await copy('ledger_transactions', { source_id: copyId, sequence: `${last} + n - ${first}` });
  await copy('ledger_entries', { source_id: copyId });
  await client.query(
    `UPDATE ledger_balances b SET balance = b.balance + e.amount * $3
      FROM ledger_entries e WHERE b.company_id = $1 AND e.company_id = $1
        AND e.source_id = $2 AND e.account = b.account`,
    [companyId, id, copies],
  );
  await client.query('VACUUM ANALYZE');
}
