import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sqlTextsOf, unboundTables } from '../testing/company-bound.ts';
import { COMPANY_TABLES } from './migrations/tables.ts';

/** Tests, and what copies whole databases: it knows no table of a company. */
const NOT_STORES = /\.test\.ts$|^database-copy\.ts$/;

/** What is asked of all companies at once. Each of these can be asked of every shard by itself. */
const OF_ALL_COMPANIES: readonly string[] = [
  'SELECT company_id FROM companies ORDER BY company_id',
  'SELECT company_id FROM companies WHERE sandbox LIMIT 1',
  'SELECT c.company_id, c.company_name, c.trade_name, c.document, c.kyc_status, c.blocked, ' +
    'c.sandbox, c.traits::text AS traits, c.origins, ' +
    'greatest(0, least(c.clock_offset_seconds, ?)) AS clock_offset_seconds ' +
    'FROM companies c ORDER BY c.company_id',
  'SELECT c.company_id AS "companyId", c.company_name AS "companyName", ' +
    'c.kyc_status AS "kycStatus", c.blocked FROM companies c WHERE c.company_id > $1 AND ' +
    "($2 = '' OR strpos(translate(lower( c.company_id || chr(10) || c.company_name || chr(10) || " +
    "coalesce(c.trade_name, '')), $4, $5), $2) > 0) ORDER BY c.company_id LIMIT $3",
  "SELECT count(*) AS all, count(*) FILTER (WHERE kyc_status = 'pending') AS pending, " +
    'count(*) FILTER (WHERE blocked) AS blocked FROM companies',
  // `?`: the columns beside the company.
  'SELECT company_id, ? FROM provider_credentials ORDER BY company_id, provider',
  'SELECT c.company_id AS "companyId", c.company_name AS "companyName", ' +
    'e.count AS "undeliveredEvents", u.count AS "unknownCharges", o.count AS "orphans", ' +
    'l.count AS "underpaid" ' +
    'FROM companies c CROSS JOIN LATERAL (SELECT count(*) AS count FROM ' +
    '(SELECT 1 FROM webhook_events w WHERE w.company_id = c.company_id ' +
    "AND w.status = 'UNDELIVERED' LIMIT $1) one) e CROSS JOIN LATERAL " +
    '(SELECT count(*) AS count FROM (SELECT 1 FROM payins p WHERE p.company_id = c.company_id ' +
    "AND p.charge_state = 'unknown' LIMIT $1) one) u CROSS JOIN LATERAL " +
    '(SELECT count(*) AS count FROM (SELECT 1 FROM reversals r WHERE r.company_id = c.company_id ' +
    'AND r.done_at IS NULL LIMIT $1) one) o CROSS JOIN LATERAL (SELECT count(*) AS count FROM ' +
    '(SELECT 1 FROM underpayments s JOIN payins q ON q.company_id = s.company_id ' +
    "AND q.id = s.payin_id WHERE s.company_id = c.company_id AND q.charge_state = 'awaiting_payment' " +
    'LIMIT $1) one) l WHERE e.count + u.count + o.count + l.count > 0 ' +
    'ORDER BY c.company_id LIMIT $2',
  'SELECT count(*) AS count FROM underpayments u JOIN payins p ON p.company_id = u.company_id ' +
    "AND p.id = u.payin_id WHERE p.charge_state = 'awaiting_payment'",
];

const directory = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(directory)
  .filter((name) => name.endsWith('.ts') && !NOT_STORES.test(name))
  .map((name) => ({ name, source: readFileSync(`${directory}${name}`, 'utf8') }));

describe('the statements of the stores', () => {
  const texts = sources.flatMap(({ name, source }) =>
    sqlTextsOf(name, source).map((text) => ({ name, text: text.replace(/\s+/g, ' ').trim() })),
  );

  it('have names of their own', () => {
    const names = sources.flatMap(({ source }) =>
      [...source.matchAll(/\bname: '(\w+)',\s*text:/g)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(90);
    expect(new Set(names).size).toBe(names.length);
  });

  it('are bound to one company wherever they touch one of its tables', () => {
    expect(texts.length).toBeGreaterThan(90);
    const unbound = texts
      .map(({ name, text }) => ({ name, text, tables: unboundTables(text, COMPANY_TABLES) }))
      .filter(({ tables, text }) => tables.length > 0 && !OF_ALL_COMPANIES.includes(text));
    expect(unbound).toEqual([]);
  });

  it('touch every table of a company, so that none of them is looked past', () => {
    const untouched = COMPANY_TABLES.filter(
      (table) => !texts.some(({ text }) => new RegExp(`\\b${table}\\b`).test(text)),
    );
    expect(untouched).toEqual([]);
  });

  it('change the status of a payin or payout in one place', () => {
    const writers = texts.filter(({ text }) => {
      const changes = [...text.matchAll(/\bUPDATE pay(?:in|out)s\b.*? SET (.*?) (?:WHERE|FROM) /g)];
      return changes.some(([, columns = '']) => /(?<!\w)status = /.test(columns));
    });
    expect(writers.map(({ name }) => name).sort()).toEqual(['payin-move.ts', 'payout-move.ts']);
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
  ])('refuses %s', (sql) => {
    expect(unboundTables(sql, TABLES)).not.toEqual([]);
  });

  it.each([
    'SELECT id FROM payins WHERE company_id = $1 AND ($2 IS NULL OR id = $2)',
    'SELECT p.id FROM payouts o JOIN payins p ON p.company_id = o.company_id AND p.id = o.id WHERE o.company_id = $1',
    'SELECT 1 FROM payouts o WHERE o.company_id = $1 AND EXISTS (SELECT 1 FROM payins p WHERE p.company_id = $1)',
    'UPDATE payins p SET status = $2 FROM due WHERE p.company_id = due.company_id',
    'INSERT INTO payins (company_id, id) VALUES ($1, $2) ON CONFLICT (company_id, id) DO NOTHING',
    'INSERT INTO payins (company_id, id) SELECT $1, id FROM other',
    'SELECT count(*) FROM rate_limits',
  ])('lets pass %s', (sql) => {
    expect(unboundTables(sql, TABLES)).toEqual([]);
  });

  it('puts constants of a file into the texts that use them', () => {
    const source =
      'const WHERE = `WHERE id = $1`; const text = `SELECT id FROM payins $' +
      '{WHERE} $' +
      "{own('x')}`;";
    expect(sqlTextsOf('x.ts', source)).toEqual(['SELECT id FROM payins WHERE id = $1 ?']);
  });
});
