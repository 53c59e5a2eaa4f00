import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { migrate } from '../../store/engine/migrate.ts';
import type { Migration } from '../../store/migrations/migrations.ts';
import { migrations } from '../../store/migrations/migrations.ts';
import { postgresTestDatabase } from '../test-db.ts';

const LATER: readonly Migration[] = [
  {
    id: 1_001,
    name: 'answers of webhooks',
    statements: [],
    async move(db) {
      const run = <Row>(text: string, values: string[] = []) =>
        db.query<Row>({ name: '', text, values });
      const companies = await run<{ id: string }>(
        `SELECT company_id AS id FROM webhook_attempts WHERE answer IS NULL GROUP BY company_id`,
      );
      for (const { id } of companies) {
        await run(
          `UPDATE webhook_attempts SET answer = 'none' WHERE company_id = $1 AND answer IS NULL`,
          [id],
        );
      }
    },
  },
  {
    id: 1_002,
    name: 'index of attempts',
    statements: [
      'CREATE INDEX CONCURRENTLY webhook_attempts_answer ON webhook_attempts (company_id, answer)',
    ],
  },
];

describe('migrations of a later release, over machines', () => {
  let db: Db;
  beforeAll(async () => {
    db = await postgresTestDatabase.openMigrated();
  });
  afterAll(() => db.close());
  const run = <Row>(text: string) => db.query<Row>({ name: '', text, values: [] });
  const valid = () =>
    run(`SELECT indisvalid AS valid FROM pg_index
      WHERE indexrelid = to_regclass('webhook_attempts_answer')`);

  it.each([
    ['without rows', 0],
    ['with rows', 20],
  ])('make indexes, and move rows, in tables %s', async (_name, companies) => {
    await run(`INSERT INTO webhook_attempts (company_id, event_id, number, at, outcome, duration_ms,
        signatures) SELECT 'c' || c, 'e' || n, 1, now(), 'HTTP_204', 1, 1
      FROM generate_series(1, ${companies}) c, generate_series(1, 3) n`);
    expect(await migrate(db, [...migrations, ...LATER])).toEqual([1_001, 1_002]);
    expect(await valid()).toEqual([{ valid: true }]);
    expect(
      await run(`SELECT count(*) AS rows, count(answer) AS moved FROM webhook_attempts`),
    ).toEqual([{ rows: companies * 3, moved: companies * 3 }]);
    await run('DROP INDEX webhook_attempts_answer');
    await run('DELETE FROM schema_migrations WHERE id > 1000');
  });
});
