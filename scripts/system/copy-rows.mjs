/**
 * Copies each row of `of`, a table or a query with `values`, into `table` for every number `n` of
 * `from` to `to`. `changed`: what is not the same in a copy, in SQL, of the row `t`, by column.
 */
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
