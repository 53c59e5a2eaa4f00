/** @module-tag minutes */

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import { firstMigrations } from '../../testing/first-migrations.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { migrate } from '../engine/migrate.ts';
import { createLedgerAudit } from '../tables/ledger/ledger-audit.ts';
import { fillBalances } from './0043-balances-of-before.ts';
import { migrations } from './migrations.ts';

/** More than a batch of the one company, and none of the other. */
const MOVEMENTS = { one: 4_500, other: 3 };
const LATER = [43, 44, 45, 46, 47, 48];
/** Databases were moved from these forms long ago; one that is from before all stands for them. */
const RARE = { tags: ['rare'] };

async function wait(): Promise<void> {
  return undefined;
}

function hashOf(statements: readonly string[]): string {
  const texts = statements.map((text) => text.replace('INDEX CONCURRENTLY', 'INDEX'));
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

describe('migrations that were made to hold nothing for long', () => {
  const changed = migrations.filter(({ checksum }) => checksum !== undefined);

  it('are known by what they were at first', () => {
    const first = firstMigrations.filter(({ id }) => changed.some((one) => one.id === id));
    expect(changed.map(({ id }) => id)).toEqual([6, 14, 16, 17, 27, 28, 32]);
    expect(changed.map(({ checksum }) => checksum)).toEqual(
      first.map(({ statements }) => hashOf(statements)),
    );
  });

  // A database does not notice it, as it does of all others.
  it('are not edited again', () => {
    expect(changed.map(({ id, statements }) => [id, hashOf(statements).slice(0, 16)])).toEqual([
      [6, '61eddc7e5707e655'],
      [14, 'b155d0cca6d792ac'],
      [16, '83b3d9b9df89780f'],
      [17, '4f53cda18c2baa0c'],
      [27, '8caf3001eea51fad'],
      [28, '9858bfca09f05b94'],
      [32, '07725ac5623d335a'],
    ]);
  });
});

describe.each(statementDatabases())('a database of before on $engine', ({ engine, openEmpty }) => {
  let db: Db;
  beforeEach(async () => {
    db = await openEmpty();
  });
  afterEach(() => db.close());

  const run = <Row = unknown>(text: string, on = db) =>
    on.query<Row>({ name: '', text, values: [] });
  const upTo = (last: number, list = firstMigrations) => list.filter(({ id }) => id <= last);

  async function fillPayins(): Promise<void> {
    await run(
      `INSERT INTO payins (company_id, id, external_id, reference_id, attempt, holds_reference,
          status, charge_state, payment_method, amount, installments, body_fingerprint, customer,
          items, is_physical_product, payer_ip, reserved_at, created_at, updated_at)
        SELECT 'one', 'pay_' || n, CASE WHEN n % 2 = 0 THEN 'pay_' || n ELSE 'E2E-' || n END,
          'order-' || n, 1, true, 'APPROVED', 'decided', 'PIX', 100, 1, '', '{}', '[]', false,
          '203.0.113.1', now(), now(), now()
        FROM generate_series(1, 2500) n`,
    );
  }

  async function fillLedger(): Promise<void> {
    for (const [company, count] of Object.entries(MOVEMENTS)) {
      await run(
        `INSERT INTO ledger_transactions (company_id, source_id, step, sequence, kind, created_at)
          SELECT '${company}', 'pay_' || n, 1, n, 'payin_approved', now()
          FROM generate_series(1, ${count}) n`,
      );
    }
    // Each second movement is of another account than what is available.
    await run(
      `INSERT INTO ledger_entries (company_id, source_id, step, account, amount)
        SELECT company_id, source_id, 1, a.account, a.amount FROM ledger_transactions,
          (VALUES ('available', 2), ('clearing', -2)) a (account, amount)
        WHERE sequence % 2 = 0 OR a.account = 'clearing'`,
    );
  }

  /** Of each company how many rows there are, and how many say what they should. */
  function balances(on = db) {
    return run(
      `SELECT company_id AS company, count(*) AS rows,
          count(*) FILTER (WHERE available_after = sequence / 2 * 2) AS right
        FROM ledger_transactions GROUP BY company_id ORDER BY company_id`,
      on,
    );
  }
  const ALL_RIGHT = Object.entries(MOVEMENTS).map(([company, rows]) => ({
    company,
    rows,
    right: rows,
  }));

  async function endsAsNew(last: number, fill: () => Promise<void>): Promise<void> {
    await migrate(db, upTo(last));
    await fill();
    await migrate(db, migrations);
    const fresh = await openEmpty();
    await migrate(fresh, migrations);
    expect(await schemaOf(db)).toEqual(await schemaOf(fresh));
    await fresh.close();
  }
  const fillBoth = async () => {
    await fillPayins();
    await fillLedger();
  };

  it('ends as a new one, its balances and ids right, where it is from before all', async () => {
    await endsAsNew(5, fillBoth);
    expect(await balances()).toEqual(ALL_RIGHT);
    expect(await createLedgerAudit(db).firstDisagreement('one')).not.toMatch(/was available/);
    const ids = `SELECT count(external_id) AS kept, count(*) AS payins FROM payins`;
    // No payin keeps its own id as that of the acquirer.
    expect(await run(ids)).toEqual([{ kept: 1_250, payins: 2_500 }]);
  });

  it.each([
    ['without rows', async () => undefined],
    ['with rows', fillBoth],
  ])('ends as a new one where it was made by the first forms, %s', RARE, (_name, fill) =>
    endsAsNew(42, fill),
  );

  it('has each migration once, and is known to a build from before', RARE, async () => {
    await migrate(db, firstMigrations);
    expect(await migrate(db, migrations)).toEqual(LATER);
    expect(await migrate(db, firstMigrations)).toEqual([]);
    const fresh = await openEmpty();
    await migrate(fresh, migrations);
    expect(await migrate(fresh, firstMigrations)).toEqual([]);
    await fresh.close();
  });

  it('is refused where a migration was edited that is known by its first form', RARE, async () => {
    await migrate(db, firstMigrations);
    await run(`UPDATE schema_migrations SET checksum = 'another' WHERE id = 14`);
    await expect(migrate(db, migrations)).rejects.toThrow(
      'Migration 14 (balances of a statement) was edited after it had been applied.',
    );
  });

  it('leaves ids alone that a payin has for the acquirer since', RARE, async () => {
    await migrate(db, upTo(17));
    await fillPayins();
    await migrate(db, migrations);
    expect(await run('SELECT count(external_id) AS kept FROM payins')).toEqual([{ kept: 2_500 }]);
  });

  it('goes on with balances where a process was stopped, from what is known', RARE, async () => {
    await migrate(db, upTo(42, migrations));
    await fillLedger();
    let left = 2;
    const dying: Db = {
      ...db,
      query: (statement) => {
        if (/UPDATE ledger/.test(statement.text) && --left < 0) throw new Error('stopped');
        return db.query(statement);
      },
    };
    await expect(migrate(dying, migrations)).rejects.toThrow('stopped');
    const half = await run<{ known: number }>(
      'SELECT count(available_after) AS known FROM ledger_transactions',
    );
    expect(half[0]?.known).toBe(4_000);
    expect(await migrate(db, migrations)).toEqual(LATER);
    expect(await balances()).toEqual(ALL_RIGHT);
  });

  it(
    'fills what a build from before wrote between others, also where its entries lie apart',
    RARE,
    async () => {
      await migrate(db, upTo(42, migrations));
      await fillLedger();
      await fillBalances(db);
      await run(
        `UPDATE ledger_transactions SET available_after = NULL
        WHERE company_id = 'one' AND sequence IN (1, 2, 10, 4400, 4500)`,
      );
      await run(
        `CREATE TABLE ledger_entries_of_all PARTITION OF ledger_entries_archive
        FOR VALUES FROM ('2000-01-01') TO ('2200-01-01')`,
      );
      await run(
        `INSERT INTO ledger_entries_archive SELECT e.*, t.sequence, t.created_at
        FROM ledger_entries e JOIN ledger_transactions t ON t.company_id = e.company_id
          AND t.source_id = e.source_id AND t.step = e.step WHERE t.sequence < 100`,
      );
      await run(
        `DELETE FROM ledger_entries e USING ledger_entries_archive a
        WHERE e.company_id = a.company_id AND e.source_id = a.source_id`,
      );
      await migrate(db, migrations);
      expect(await balances()).toEqual(ALL_RIGHT);
    },
  );

  it('is moved once right where several processes start at once', RARE, async () => {
    await migrate(db, upTo(5));
    await fillBoth();
    const answers = await Promise.all([1, 2, 3].map(() => migrate(db, migrations, { wait })));
    const later = migrations.map(({ id }) => id).filter((id) => id > 5);
    expect(answers.flat().sort((one, other) => one - other)).toEqual(later);
    expect(await balances()).toEqual(ALL_RIGHT);
    expect(engine).toBe(db.engine);
  });
});

function schemaOf(db: Db) {
  const read = (text: string) => db.query({ name: '', text, values: [] });
  return Promise.all([
    read(`SELECT table_name::text AS t, column_name::text AS c, data_type::text AS type,
        is_nullable::text AS nullable, column_default AS value
      FROM information_schema.columns WHERE table_schema = current_schema()
      ORDER BY table_name, ordinal_position`),
    read(`SELECT c.relname::text AS name, i.indisvalid AS valid,
        replace(pg_get_indexdef(c.oid), current_schema() || '.', '') AS text
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() ORDER BY 1`),
    read(`SELECT c.conname::text AS name, pg_get_constraintdef(c.oid) AS text
      FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
      WHERE n.nspname = current_schema() ORDER BY 1, 2`),
    read(`SELECT id, name, checksum FROM schema_migrations ORDER BY id`),
  ]);
}
