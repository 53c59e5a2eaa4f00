import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { refusedForms, sqlTextsOf, unboundTables } from '../testing/company-bound.ts';
import { SHARDED_TABLES } from './migrations/distribution.ts';
import { COMPANY_TABLES, COMPANY_VIEWS } from './migrations/tables.ts';

/** Tests, and what copies whole databases: it knows no table of a company. */
const NOT_STORES = /\.test\.ts$|(^|\/)database-copy\.ts$/;

/**
 * What is asked of all companies at once, by nobody's request, by a party's notice to an address
 * that they share, or of a party's statement: it visits every shard.
 */
const OF_ALL_COMPANIES: readonly string[] = [
  'SELECT count(*) AS depth, min(e.created_at) AS oldest FROM webhook_outbox o ' +
    'LEFT JOIN webhook_events e ON e.company_id = o.company_id AND e.id = o.event_id ' +
    'AND o.sequence IS NOT NULL',
  'SELECT company_id AS "companyId" FROM webhook_events ' +
    "WHERE status = 'UNDELIVERED' AND company_id > ? ORDER BY company_id LIMIT ?",
  'SELECT company_id AS "companyId" FROM payins ' +
    "WHERE charge_state = 'unknown' AND company_id > ? ORDER BY company_id LIMIT ?",
  'SELECT company_id AS "companyId" FROM reversals ' +
    'WHERE done_at IS NULL AND company_id > ? ORDER BY company_id LIMIT ?',
  'SELECT u.company_id AS "companyId" FROM underpayments u ' +
    'JOIN payins p ON p.company_id = u.company_id AND p.id = u.payin_id ' +
    "WHERE p.charge_state = 'awaiting_payment' AND u.company_id > ? " +
    'ORDER BY u.company_id LIMIT ?',
  'SELECT count(*) AS count FROM underpayments u JOIN payins p ON p.company_id = u.company_id ' +
    "AND p.id = u.payin_id WHERE p.charge_state = 'awaiting_payment'",
  `SELECT count(*) AS count, min(dispute ->> 'answerBy') AS "answerBy" FROM payins ` +
    "WHERE dispute ->> 'status' = 'open'",
  'SELECT count(*) AS count, coalesce(-sum(balance), 0)::bigint AS owed ' +
    "FROM ledger_balances WHERE account = 'debt' AND balance < 0",
  'SELECT company_id AS "companyId" FROM payins ' +
    "WHERE right(id, 22) = $1 AND provider <> 'sandbox' AND id = 'pay_' || company_id || '_' || $1",
  'SELECT company_id AS "companyId" FROM payouts ' +
    "WHERE right(id, 22) = $1 AND provider <> 'sandbox' AND id = 'out_' || company_id || '_' || $1",
  `SELECT json_agg(json_build_object('companyId', p.company_id, 'payinId', p.id, ` +
    `'status', p.status, 'amount', p.amount, 'refundedAmount', p.refunded_amount, ` +
    `'charged', COALESCE((p.installment_plan ->> 'totalAmount')::bigint, p.amount), ` +
    `'owed', ARRAY(SELECT json_build_object('installment', r.installment, ` +
    `'amount', r.amount, 'fee', r.fee, 'returned', r.returned, 'paidOn', r.paid_on, ` +
    `'paidAmount', r.paid_amount) FROM receivables r ` +
    'WHERE r.company_id = p.company_id AND r.payin_id = p.id)))::text AS payments ' +
    'FROM payins p WHERE left(right(p.id, 22), 13) = ? ' +
    "AND p.provider <> 'sandbox' AND p.provider = ?",
  'SELECT company_id, ? FROM payins ' +
    "WHERE (provider || ' ' || external_id) = ? AND return_url IS NOT NULL LIMIT 2",
];

/** What moves rows between the two, and what changes both. */
const KNOWS_BOTH: readonly string[] = ['archive.ts', 'customer-erasure.ts', 'statement.ts'];

const WAITING = 'what is in the queue is in no archive';
const MISSING = 'where an entry is missing the archive is read';
const ONE_BY_ONE = 'what was given up so long ago is sent again one by one';

/**
 * What knows a table without its archive, by the file and how the statement begins, and why that is
 * right. All others read the view of all months.
 */
const OF_RECENT_MONTHS: readonly (readonly [file: string, begins: string, why: string])[] = [
  ['attention.ts', "SELECT 'undeliveredEvents' AS kind", ONE_BY_ONE],
  ['attention.ts', 'SELECT company_id AS "companyId" FROM webhook_events', ONE_BY_ONE],
  ['webhook-list.ts', 'SELECT count(*) AS count FROM (SELECT 1 FROM webhook_events', ONE_BY_ONE],
  ['webhook-list.ts', 'WITH event AS ( UPDATE webhook_events', ONE_BY_ONE],
  ['webhook-lease.ts', 'SELECT id, event, url, body, transaction_id', WAITING],
  ['webhook-lease.ts', 'SELECT created_at FROM webhook_events', WAITING],
  ['webhook.ts', 'SELECT count(*) AS depth', WAITING],
  ['webhook.ts', 'WITH gone AS (DELETE FROM webhook_outbox', WAITING],
  ['webhook.ts', 'WITH told AS', WAITING],
  ['webhook.ts', 'old AS', WAITING],
  ['ledger.ts', 'SELECT e.account, e.amount FROM ledger_transactions t LEFT JOIN', MISSING],
  ['ledger.ts', 'SELECT t.source_id, e.account, e.amount FROM ledger_transactions t LEFT', MISSING],
  ['ledger.ts', 'SELECT t.source_id AS subject_id', MISSING],
  ['webhook.ts', 'SELECT transaction_id AS id, max(sequence)', 'it orders what waits'],
  [
    'webhook.ts',
    'WITH event AS ( UPDATE webhook_events',
    'one in the archive is brought back first',
  ],
  ['webhook.ts', 'WITH gone AS ( DELETE FROM webhook_events', 'nothing is forgotten of an archive'],
];

const OF_COMPANIES = [...SHARDED_TABLES, ...COMPANY_VIEWS];

const directory = fileURLToPath(new URL('tables/', import.meta.url));
const sources = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !NOT_STORES.test(path))
  .map((path) => ({ name: basename(path), source: readFileSync(join(directory, path), 'utf8') }));

describe('the statements of the stores', () => {
  const texts = sources.flatMap(({ name, source }) =>
    sqlTextsOf(name, source).map((text) => ({ name, text: text.replace(/\s+/g, ' ').trim() })),
  );

  it('have names of their own', () => {
    const names = sources.flatMap(({ source }) =>
      [...source.matchAll(/\bname: '(\w+)',\s*text:|[(\s]'(\w{4,})'[^`'}\n]*\)`/g)].map(
        ([, name, before]) => name ?? before,
      ),
    );
    expect(names.length).toBeGreaterThan(90);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are bound to one company wherever they touch one of its tables', () => {
    expect(texts.length).toBeGreaterThan(90);
    const unbound = texts
      .map(({ name, text }) => ({ name, text, tables: unboundTables(text, OF_COMPANIES) }))
      .filter(({ tables, text }) => tables.length > 0 && !OF_ALL_COMPANIES.includes(text));
    expect(unbound).toEqual([]);
  });

  it('take no form that an engine refuses which spreads them over machines', () => {
    const refused = texts
      .map(({ name, text }) => ({ name, text, forms: refusedForms(text, SHARDED_TABLES) }))
      .filter(({ forms }) => forms.length > 0);
    expect(refused).toEqual([]);
  });

  it('touch every table of a company, so that none of them is looked past', () => {
    const untouched = COMPANY_TABLES.filter(
      (table) => !texts.some(({ text }) => new RegExp(`\\b${table}\\b`).test(text)),
    );
    expect(untouched).toEqual([]);
  });

  it('read old months too where they read what is archived, or have a reason', () => {
    const archived = COMPANY_TABLES.filter((table) => COMPANY_TABLES.includes(`${table}_archive`));
    expect(archived.sort()).toEqual([
      'audit_entries',
      'ledger_entries',
      'webhook_attempts',
      'webhook_events',
    ]);
    expect(COMPANY_VIEWS).toEqual(expect.arrayContaining(archived.map((table) => `${table}_all`)));
    const known = new RegExp(`\\b(FROM|JOIN|UPDATE) (${archived.join('|')})\\b`);
    const recent = texts.filter(({ name, text }) => known.test(text) && !KNOWS_BOTH.includes(name));
    const isListed = ({ name, text }: (typeof texts)[number]) =>
      OF_RECENT_MONTHS.some(([file, begins]) => file === name && text.startsWith(begins));
    expect(recent.filter((one) => !isListed(one))).toEqual([]);
    const unused = OF_RECENT_MONTHS.filter(
      ([file, begins]) =>
        !recent.some(({ name, text }) => name === file && text.startsWith(begins)),
    );
    expect(unused).toEqual([]);
  });

  it('change the status of a payin or payout in one place', () => {
    const writers = texts.filter(({ text }) => {
      const changes = [...text.matchAll(/\bUPDATE pay(?:in|out)s\b.*? SET (.*?) (?:WHERE|FROM) /g)];
      return changes.some(([, columns = '']) => /(?<!\w)status = /.test(columns));
    });
    expect(writers.map(({ name }) => name).sort()).toEqual([
      'payin-transition.ts',
      'payout-transition.ts',
    ]);
  });

  it.each(OF_ALL_COMPANIES)('still ask of all companies: %s', (exception) => {
    expect(texts.map(({ text }) => text)).toContain(exception);
  });
});

describe('the reader of statements', () => {
  const TABLES = ['payins', 'payouts'];

  it.each([
    'SELECT id FROM payins WHERE id = $1',
    'SELECT id FROM payins',
    'SELECT id FROM payins WHERE company_id <> $1',
    'SELECT id FROM payins WHERE company_id = $1 OR id = $2',
    "SELECT id FROM payins WHERE id = 'company_id = $1'",
    'SELECT p.id FROM payouts o JOIN payins p ON p.id = o.id WHERE o.company_id = $1',
    'SELECT id FROM payouts o, payins WHERE o.company_id = $1',
    'SELECT id FROM (SELECT id FROM payins) x WHERE company_id = $1',
    'SELECT id FROM payins WHERE company_id = $1 UNION ALL SELECT id FROM payins',
    'SELECT 1 FROM payouts o WHERE o.company_id = $1 AND EXISTS (SELECT 1 FROM payins p WHERE p.id = o.id)',
    'WITH gone AS (DELETE FROM payins WHERE id = $2) UPDATE payouts SET id = $3 WHERE company_id = $1',
    'UPDATE payins SET status = $2 WHERE id = $1',
    'UPDATE payins p SET status = $2 FROM due WHERE due.company_id = $1',
    'DELETE FROM payins WHERE created_at < $1',
    'INSERT INTO payins (id, company_id) VALUES ($1, $2)',
    'INSERT INTO payins (company_id, id) VALUES ($2, $1)',
    'INSERT INTO payins (company_id, id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
    'INSERT INTO payins (company_id, id) SELECT company_id, id FROM other',
    'SELECT p.id FROM payouts o JOIN payins p ON p.company_id = o.company_id AND p.id = o.id WHERE o.company_id = $1',
    'UPDATE payins p SET status = $2 FROM due WHERE p.company_id = due.company_id',
  ])('refuses %s', (sql) => {
    expect(unboundTables(sql, TABLES)).not.toEqual([]);
  });

  it.each([
    'SELECT id FROM payins WHERE company_id = $1 AND ($2 IS NULL OR id = $2)',
    'SELECT p.id FROM payouts o JOIN payins p ON p.company_id = $1 AND p.id = o.id WHERE o.company_id = $1',
    'SELECT 1 FROM payouts o WHERE o.company_id = $1 AND EXISTS (SELECT 1 FROM payins p WHERE p.company_id = $1)',
    'UPDATE payins p SET status = $2 FROM due WHERE p.company_id = $1 AND p.id = due.id',
    'INSERT INTO payins (company_id, id) VALUES ($1, $2) ON CONFLICT (company_id, id) DO NOTHING',
    'INSERT INTO payins (company_id, id) SELECT $1, id FROM other',
    'SELECT count(*) FROM rate_limits',
  ])('lets pass %s', (sql) => {
    expect(unboundTables(sql, TABLES)).toEqual([]);
  });

  it.each([
    ['INSERT INTO t (a) VALUES ((SELECT max(a) FROM t))', 'subquery in VALUES'],
    [
      'INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = (SELECT 1)',
      'subquery in DO UPDATE',
    ],
    [
      "INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = jsonb_build_object('b', $2)",
      'JSON built',
    ],
    [
      "INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = $2 + interval '1 day'",
      'sum of times in DO UPDATE',
    ],
    ['UPDATE t SET b = CASE WHEN c THEN jsonb_build_array($2) END', 'JSON built'],
    ['UPDATE t SET b = coalesce(b, jsonb_build_array($2))', 'JSON built'],
    ['WITH RECURSIVE r AS (SELECT 1) SELECT 1 FROM payins', 'recursion'],
    [
      'INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = (ARRAY[$2, $3])[t.b]',
      'element in DO UPDATE',
    ],
    ["SELECT CASE a WHEN 'b' THEN 1 ELSE 2 END", 'CASE of one operand'],
  ])('finds the form that is refused in %s', (sql, form) => {
    expect(refusedForms(sql, TABLES)).toEqual([form]);
  });

  it.each([
    'INSERT INTO t (a, b) VALUES ($1, jsonb_build_array($2)) ON CONFLICT (a) DO NOTHING',
    'INSERT INTO t (a) SELECT max(a) FROM t WHERE company_id = $1',
    'SELECT jsonb_build_array($1)',
    "SELECT CASE WHEN a = 'b' THEN 1 ELSE 2 END",
    'WITH RECURSIVE r AS (SELECT 1) SELECT 1 FROM webhook_outbox',
  ])('finds none in %s', (sql) => {
    expect(refusedForms(sql, TABLES)).toEqual([]);
  });

  it('puts constants of a file into the texts that use them', () => {
    const source =
      'const WHERE = `WHERE id = $1`; const text = `SELECT id FROM payins $' +
      '{WHERE} $' +
      "{own('x')}`;";
    expect(sqlTextsOf('x.ts', source)).toEqual(['SELECT id FROM payins WHERE id = $1 ?']);
  });
});
