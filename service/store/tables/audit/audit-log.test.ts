import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UniqueViolation } from '../../../base/shared/db.ts';
import type { AuditEntry } from '../../../domain/audit/audit-log.ts';
import { opened } from '../../../testing/opened.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { createAuditLog } from './audit-log.ts';

function entry(change: Partial<AuditEntry>): AuditEntry {
  return {
    companyId: 'acme',
    id: 'aud_1',
    at: new Date('2026-11-20T10:00:00Z'),
    actor: 'ana',
    action: 'refund record',
    subjects: { payin: 'pay_acme_1', amount: 5, isWhole: false, left: null },
    result: 'done',
    code: null,
    ...change,
  };
}

describe.each(statementDatabases())('the audit log on $engine', (database) => {
  const db = opened(database.openMigrated);

  it('gives back what it was told, newest first, of one company', async () => {
    const log = createAuditLog(db);
    const first = entry({});
    const second = entry({ id: 'aud_2', at: new Date('2026-11-20T10:00:01Z'), result: 'refused' });
    for (const one of [first, second, entry({ companyId: 'other' })]) await log.append(one);
    expect(await log.list('acme', 10)).toEqual([second, first]);
    expect(await log.list('acme', 1)).toEqual([second]);
    expect(await log.list('nobody', 10)).toEqual([]);
  });

  it('goes on after an entry, also where several are of one moment', async () => {
    const log = createAuditLog(db);
    const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));
    const entries = [
      entry({ companyId: 'paged', id: 'aud_c', at: at(2) }),
      entry({ companyId: 'paged', id: 'aud_a', at: at(1) }),
      entry({ companyId: 'paged', id: 'aud_b', at: at(1) }),
      entry({ companyId: 'paged', id: 'aud_0', at: at(0) }),
    ];
    for (const one of [...entries].reverse()) await log.append(one);

    const pages = [await log.list('paged', 2)];
    pages.push(await log.list('paged', 2, pages[0]?.[1]));
    pages.push(await log.list('paged', 2, pages[1]?.[1]));

    expect(pages.flat().map(({ id }) => id)).toEqual(['aud_c', 'aud_a', 'aud_b', 'aud_0']);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 0]);
  });

  it('takes no entry in place of another', async () => {
    const log = createAuditLog(db);
    await log.append(entry({ companyId: 'twice' }));
    const again = log.append(entry({ companyId: 'twice', actor: 'eva' }));
    await expect(again).rejects.toThrow(UniqueViolation);
    expect(await log.list('twice', 10)).toMatchObject([{ actor: 'ana' }]);
  });

  it('forgets an entry with the transaction that it was part of', async () => {
    const log = createAuditLog(db);
    const work = db.transaction(async (tx) => {
      await log.append(entry({ companyId: 'undone' }), tx);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await log.list('undone', 10)).toEqual([]);
  });
});

/** What is removed is written to the archive by the same statement, as it is. */
const MOVING =
  /WITH moved AS \(\s*DELETE FROM audit_entries\s+WHERE company_id = \$1 AND id = \$\{among\(rows\.map\(\(\{ id \}\) => id\)\)\}\s+RETURNING \$\{raw\(ENTRY\)\}\)\s+INSERT INTO audit_entries_archive \(company_id, \$\{raw\(ENTRY\)\}\)\s+SELECT \$1, \$\{raw\(ENTRY\)\} FROM moved`/;

it('the statements of the service never change or remove what the log was told', () => {
  const folder = new URL('../', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  expect(sources.filter((text) => text.includes('audit_entries')).length).toBeGreaterThan(1);
  const changing =
    /\b(?:UPDATE|DELETE\s+FROM|TRUNCATE|ALTER\s+TABLE|DROP\s+TABLE)\s+audit_entries/i;
  const changes = sources
    .map((text) => text.replace(MOVING, ''))
    .filter((text) => changing.test(text));
  expect(changes).toEqual([]);
  expect(sources.filter((text) => MOVING.test(text))).toHaveLength(1);
  expect(changing.test('Delete From audit_entries')).toBe(true);
});
