/** What stands in a column that must have something, by its type, in row `n`. */
const VALUES = {
  text: "'v' || n",
  bytea: "convert_to('v' || n, 'UTF8')",
  jsonb: "jsonb_build_object('document', n::text, 'email', n || '@example.com', 'payin', n::text)",
  json: "'[]'",
  boolean: 'n % 2 = 0',
  integer: 'n',
  bigint: 'n',
  smallint: '1',
  'timestamp with time zone': "now() - n * interval '1 second'",
};

/** So that indexes of a part of the rows have the rows that are most of what there is. */
const OF_ITS_OWN = {
  company_id: "'filler'",
  charge_state: "'approved'",
  status: "'APPROVED'",
  payment_method: "'CREDIT_CARD'",
  kind: "'payin_approved'",
  card_last4: "lpad((n % 10000)::text, 4, '0')",
  // What was never told of had its own id at first.
  external_id: "CASE WHEN n % 10 = 0 THEN 'v' || n ELSE 'external-' || n END",
  account: "CASE WHEN n % 20 = 0 THEN 'reserve' ELSE 'available' END",
};

/** Puts `rows` rows of nobody into a table as it is now, whatever columns it has. */
export async function fillTable(client, table, rows) {
  const { rows: columns } = await client.query(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'
        AND (column_default IS NULL AND is_nullable = 'NO' OR column_name = ANY ($2))
      ORDER BY ordinal_position`,
    [table, Object.keys(OF_ITS_OWN)],
  );
  const values = columns.map(({ name, type }) => OF_ITS_OWN[name] ?? VALUES[type]);
  await client.query(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
      SELECT ${values.join(', ')} FROM generate_series(1, ${rows}) n`,
  );
  return columns.map(({ name }) => name);
}
