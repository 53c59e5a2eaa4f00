import pg from 'pg';

/**
 * Brings the table of payins of a database to `rows`, with the ledger's rows and an event for each,
 * as copies of the payin `id` spread over a year.
 */
export async function fillTo(databaseUrl, { companyId, id, rows }) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counted = await client.query('SELECT count(*)::integer AS have FROM payins');
    const first = counted.rows[0].have;
    const copies = rows - first;
    if (copies <= 0) return;
    const copy = async (table, changes) => {
      const columns = await columnsOf(client, table);
      const source = table === 'payins' ? 'id' : 'source_id';
      const values = columns.map((name) => changes[name] ?? `t.${name}`);
      await client.query(
        `INSERT INTO ${table} (${columns.join(', ')})
          SELECT ${values.join(', ')} FROM ${table} t, generate_series($3::bigint, $4::bigint) n
          WHERE t.company_id = $1 AND t.${source} = $2`,
        [companyId, id, first + 1, rows],
      );
    };
    await copy('payins', {
      id: "t.id || '-' || n",
      reference_id: "'filled-' || n",
      created_at: "t.created_at - n * interval '30 seconds'",
    });
    const {
      rows: [{ last }],
    } = await client.query(
      'SELECT max(sequence)::bigint AS last FROM ledger_transactions WHERE company_id = $1',
      [companyId],
    );
    await copy('ledger_transactions', {
      source_id: "t.source_id || '-' || n",
      sequence: `${last} + n - ${first}`,
    });
    await copy('ledger_entries', { source_id: "t.source_id || '-' || n" });
    await client.query(
      `UPDATE ledger_balances b SET balance = b.balance + e.amount * $3
        FROM ledger_entries e WHERE b.company_id = $1 AND e.company_id = $1
          AND e.source_id = $2 AND e.account = b.account`,
      [companyId, id, copies],
    );
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

async function columnsOf(client, table) {
  const { rows } = await client.query(
    `SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  );
  return rows.map(({ column_name: name }) => name);
}
