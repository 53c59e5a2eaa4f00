import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { migrate } from '../../store/engine/migrate.ts';
import { migrations } from '../../store/migrations/migrations.ts';
import { postgresTestDatabase } from '../test-db.ts';

describe('migrations of a later release, over machines', () => {
  let db: Db;
  beforeAll(async () => {
    db = await postgresTestDatabase.openMigrated();
  });
  afterAll(() => db.close());
  const run = <Row>(text: string) => db.query<Row>({ name: '', text, values: [] });
  const valid = () =>
    run(`SELECT indisvalid AS valid FROM pg_index
      WHERE indexrelid = to_regclass('ledger_transactions_period')`);

  it.each([
    ['without rows', 0],
    ['with rows', 20],
  ])('make indexes that are missing, and move rows, in tables %s', async (_name, companies) => {
    await run(`INSERT INTO ledger_transactions (company_id, source_id, step, sequence, kind,
        created_at) SELECT 'c' || c, 'p' || n, 1, n, 'payin_approved', now()
      FROM generate_series(1, ${companies}) c, generate_series(1, 3) n`);
    await run(`INSERT INTO ledger_entries (company_id, source_id, step, account, amount)
      SELECT company_id, source_id, step, 'available', 5 FROM ledger_transactions`);
    await run('DROP INDEX ledger_transactions_period');
    await run('DELETE FROM schema_migrations WHERE id >= 43');
    expect(await migrate(db, migrations)).toEqual([43, 44, 45]);
    expect(await valid()).toEqual([{ valid: true }]);
    const wrong = 'SELECT count(*) AS wrong FROM ledger_transactions';
    expect(await run(`${wrong} WHERE available_after IS DISTINCT FROM sequence * 5`)).toEqual([
      { wrong: 0 },
    ]);
  });
});
