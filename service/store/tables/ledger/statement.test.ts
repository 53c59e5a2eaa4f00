import { beforeAll, describe, expect, it } from 'vitest';
import type { StatementFilter } from '../../../domain/ledger/statement.ts';
import { opened } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { atMinute, rowsReadBy } from '../../../testing/test-plan.ts';
import { createLedgerAudit } from './ledger-audit.ts';
import { createStatementStore, endOfPoll, LOOKED_THROUGH, statementPage } from './statement.ts';

const MOVEMENTS = 5_000;

const LATEST: StatementFilter = { from: null, until: null, after: null, limit: 11 };

describe.each(statementDatabases())('the statement of a balance on $engine', (database) => {
  const db = opened(database.openMigrated);
  const run = (text: string, values: Date[] = []) => db.query({ name: '', text, values });

  beforeAll(async () => {
    // Each movement of each of two companies brings one centavo.
    await run(
      `INSERT INTO ledger_transactions (company_id, source_id, step, sequence, kind, created_at,
          available_after)
        SELECT c, 'pay_' || n, 1, n, 'payin_approved', $1::timestamptz + n * interval '1 minute', n
        FROM generate_series(1, ${MOVEMENTS}) n, unnest(ARRAY['one', 'other']) c`,
      [atMinute(0)],
    );
    await run(
      `INSERT INTO ledger_entries (company_id, source_id, step, account, amount)
        SELECT company_id, source_id, 1, a.account, a.amount FROM ledger_transactions,
          (VALUES ('available', 1), ('clearing', -1)) a (account, amount)`,
    );
    await run('ANALYZE ledger_transactions');
    await run('ANALYZE ledger_entries');
  }, 60_000);

  it.each<[string, Partial<StatementFilter>]>([
    ['the latest page', {}],
    ['a page far down', { after: { at: atMinute(50), sequence: 50 } }],
    ['a period long ago', { from: atMinute(100), until: atMinute(200) }],
  ])('reads for %s no more rows than it needs', async (_name, asked) => {
    const filter = { ...LATEST, ...asked };
    expect(await rowsReadBy(statementPage('one', filter), db)).toBeLessThan(80);
    for (const line of await createStatementStore(db).page('one', filter)) {
      expect(line.availableAfter).toBe(line.sequence);
    }
  });

  it('finds what moved on one account, with how much, and each movement once', async () => {
    const store = createStatementStore(db);
    const found: [number, number][] = [];
    const filter = { ...LATEST, from: atMinute(100), until: atMinute(130) };
    let after: StatementFilter['after'] = null;
    do {
      const page = await store.look('one', 'clearing', { ...filter, after });
      found.push(...page.lines.map(({ sequence, moved }): [number, number] => [sequence, moved]));
      after = page.goesOnAfter;
    } while (after !== null);
    expect(found).toEqual(Array.from({ length: 31 }, (_, index) => [130 - index, -1]));
  });

  it('reads no more for an account on which nothing moves, and says where the look goes on', async () => {
    const page = await createStatementStore(db).look('one', 'debt', LATEST);
    const sequence = MOVEMENTS - LOOKED_THROUGH + 1;
    expect(page).toEqual({ lines: [], goesOnAfter: { at: atMinute(sequence), sequence } });
    const end = { ...LATEST, after: { at: atMinute(5), sequence: 5 } };
    expect(await createStatementStore(db).look('one', 'debt', end)).toEqual({
      lines: [],
      goesOnAfter: null,
    });
    for (const statement of [statementPage('one', LATEST, 'debt'), endOfPoll('one', LATEST)]) {
      // Each that is looked at, and twice its entries.
      expect(await rowsReadBy(statement, db)).toBeLessThan(LOOKED_THROUGH * 3 + 80);
    }
  });

  it('is held to the entries by the check of the ledger', async () => {
    await run(
      `UPDATE ledger_transactions SET available_after = 8 WHERE company_id = 'other' AND sequence = 7`,
    );
    await run(
      `INSERT INTO ledger_balances (company_id, account, balance)
        VALUES ('other', 'available', ${MOVEMENTS}), ('other', 'clearing', -${MOVEMENTS})`,
    );
    expect(await createLedgerAudit(db).firstDisagreement('other')).toBe(
      'ledger_transactions: number 7 says that 8 was available after it, its entries and those before sum to 7',
    );
  });
});
