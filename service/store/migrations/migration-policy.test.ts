import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemsOf } from './migration-policy.cases.ts';
import { migrations } from './migrations.ts';

const changes = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
const RELEASES = [...changes.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) =>
  String(version),
);

function next(statements: readonly string[], contracts?: string) {
  const migration = { id: 50, name: 'next', statements };
  return contracts === undefined ? migration : { ...migration, contracts };
}

describe('what a migration may do while the release before still runs', () => {
  it('is kept by every migration', () => {
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrations.flatMap((one) => problemsOf(one, RELEASES))).toEqual([]);
  });

  it.each([
    ['CREATE TABLE carts (id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())'],
    ['ALTER TABLE payins ADD COLUMN note text'],
    ["ALTER TABLE payins ADD COLUMN note text NOT NULL DEFAULT ''"],
    ['ALTER TABLE payins ADD COLUMN at timestamptz DEFAULT now()'],
    ['ALTER TABLE payins ADD CONSTRAINT noted CHECK (note IS NOT NULL) NOT VALID'],
    ['ALTER TABLE payins ALTER COLUMN note DROP NOT NULL'],
    ['CREATE INDEX CONCURRENTLY payins_note ON payins (company_id, note)'],
  ])('lets through %s', (statement) => {
    expect(problemsOf(next([statement]), [])).toEqual([]);
  });

  it('lets a table be indexed where it is made', () => {
    const made = ['CREATE TABLE carts (id text)', 'CREATE INDEX carts_id ON carts (id)'];
    expect(problemsOf(next(made), [])).toEqual([]);
  });

  it('lets a table be filled where it is made', () => {
    const made = ['CREATE TABLE carts (id text)', 'INSERT INTO carts (id) SELECT id FROM payins'];
    expect(problemsOf(next(made), [])).toEqual([]);
    const other = ['CREATE TABLE carts (id text)', 'INSERT INTO payins (id) SELECT id FROM carts'];
    expect(problemsOf(next(other), [])).toEqual(['moves rows in a transaction']);
  });

  it.each([
    ['DROP TABLE payins', 'drops a table'],
    ['ALTER TABLE payins DROP COLUMN attempt', 'drops a column'],
    ['ALTER TABLE payins DROP CONSTRAINT noted', 'drops a constraint'],
    ['DROP INDEX CONCURRENTLY payins_note', 'drops an index'],
    ['DROP INDEX payins_note', 'drops an index while all wait'],
    ['ALTER TABLE payins RENAME COLUMN note TO remark', 'renames'],
    ['ALTER TABLE payins ALTER COLUMN amount TYPE numeric', 'changes the type of a column'],
    ['ALTER TABLE payins ALTER COLUMN note SET NOT NULL', 'reads a whole table for NOT NULL'],
    [
      'ALTER TABLE payins ADD COLUMN note text NOT NULL',
      'adds a column that the release before does not fill',
    ],
    [
      'ALTER TABLE payins ADD COLUMN key uuid DEFAULT gen_random_uuid()',
      'adds a column that is worked out row by row',
    ],
    [
      'ALTER TABLE payins ADD CONSTRAINT noted CHECK (note IS NOT NULL)',
      'adds a constraint that is checked at once',
    ],
    ['ALTER TABLE payins ADD COLUMN key text UNIQUE', 'adds a column with a constraint'],
    ["UPDATE payins SET note = ''", 'moves rows in a transaction'],
    ['CREATE INDEX payins_note ON payins (note)', 'makes an index while all wait'],
    ['CREATE INDEX IF NOT EXISTS payins_note ON payins (note)', 'makes an index while all wait'],
    ['CREATE UNIQUE INDEX payins_note\n ON payins (note)', 'makes an index while all wait'],
  ])('refuses %s', (statement, problem) => {
    expect(problemsOf(next([statement]), [])).toContain(problem);
  });

  it('refuses two tables at once', () => {
    const both = ['payins', 'payouts'].map((table) => `ALTER TABLE ${table} ADD COLUMN note text`);
    expect(problemsOf(next(both), [])).toEqual(['holds several tables at once']);
  });

  it('lets a contract drop what a release that is out went without, and nothing else', () => {
    const statements = ['ALTER TABLE payins DROP COLUMN attempt'];
    expect(problemsOf(next(statements, '1.2.0'), ['1.2.0'])).toEqual([]);
    expect(problemsOf(next(statements, '1.3.0'), ['1.2.0'])).toEqual(['drops a column']);
    const index = ['DROP INDEX payins_note'];
    expect(problemsOf(next(index, '1.2.0'), ['1.2.0'])).toEqual(['drops an index while all wait']);
  });
});
