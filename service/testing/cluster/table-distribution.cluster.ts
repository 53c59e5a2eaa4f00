import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import type { Row } from '../../cli/command.ts';
import { ON_EVERY_MACHINE, SHARDED_TABLES } from '../../store/migrations/distribution.ts';
import { postgresTestDatabase } from '../test-db.ts';
import type { BareTestOperator } from '../test-operator.ts';
import { openBareTestOperator } from '../test-operator.ts';

/** On a database whose tables are declared already, as every database of this run is. */
describe('tables over machines, by an operator', () => {
  let db: Db;
  let operator: BareTestOperator;
  beforeAll(async () => {
    db = await postgresTestDatabase.openMigrated();
    operator = openBareTestOperator(db);
  });
  afterAll(() => db.close());
  const run = <Row>(text: string) => db.query<Row>({ name: '', text, values: [] });
  const distribute = () => operator.rows('database distribute');
  const named = (rows: readonly Row[], key: string, value: Row[string]) =>
    rows.filter((row) => row[key] === value).map(({ table }) => table);

  it('lie where the lists have them, and are left as they are the second time', async () => {
    const rows = await distribute();
    expect(named(rows, 'place', 'with its company')).toEqual([...SHARDED_TABLES].sort());
    expect(named(rows, 'place', 'on every machine')).toEqual([...ON_EVERY_MACHINE].sort());
    expect(named(rows, 'place', 'on one machine')).toContain('webhook_outbox');
    expect(named(rows, 'isNew', true)).toEqual([]);
    const places = await run<{ table: string; column: string | null; groups: number }>(
      `SELECT c.relname::text AS "table",
          column_to_column_name(p.logicalrelid, p.partkey) AS "column", p.colocationid AS groups
        FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition`,
    );
    const sharded = places.filter(({ column }) => column === 'company_id');
    expect(sharded.map(({ table }) => table).sort()).toEqual([...SHARDED_TABLES].sort());
    expect(new Set(sharded.map(({ groups }) => groups)).size).toBe(1);
  });

  it('are declared with their rows where they came with a later release', async () => {
    await run("SELECT undistribute_table('underpayments')");
    await run("SELECT undistribute_table('provider_routes')");
    await run(`INSERT INTO underpayments (company_id, payin_id, paid_amount, found_at)
      SELECT 'c' || n, 'p', 1, now() FROM generate_series(1, 20) n`);
    const rows = await distribute();
    expect(named(rows, 'isNew', true)).toEqual(['provider_routes', 'underpayments']);
    const [kept] = await run<{ count: number }>('SELECT count(*) AS count FROM underpayments');
    expect(kept?.count).toBe(20);
    const shards = await run(`SELECT DISTINCT nodeport FROM citus_shards
      WHERE table_name = 'underpayments'::regclass`);
    expect(shards).toHaveLength(2);
    expect(named(await distribute(), 'isNew', true)).toEqual([]);
  });

  it('are refused where one lies elsewhere, and nothing is changed', async () => {
    await run("SELECT undistribute_table('underpayments')");
    await run("SELECT undistribute_table('declines')");
    await run("SELECT create_distributed_table('declines', 'company_id', colocate_with => 'none')");
    await expect(distribute()).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      message: 'These tables were declared otherwise, and nothing was changed: declines.',
    });
    const declared = await run(
      "SELECT 1 AS one FROM pg_dist_partition WHERE logicalrelid = 'underpayments'::regclass",
    );
    expect(declared).toEqual([]);
  });
});
