/** For each `n` of `from` to `to`. `of`: a table or query. `changed`: SQL of the row `t`. */
export async function copyRows(client, table, { of, values = [], from, to, changed }) {
  const { rows: columns } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.map((name) => changed[name] ?? `t.${name}`).join(', ')}
      FROM ${of} t, generate_series(${from}::bigint, ${to}::bigint) n`,
    values,
  );
}
