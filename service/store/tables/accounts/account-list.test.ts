import { beforeAll, describe, expect, it } from 'vitest';
import { listAccounts } from '../../../domain/accounts/account-list.ts';
import { opened, STORY } from '../../../testing/opened.ts';
import { sql } from '../../../testing/sql.ts';
import { statementDatabases } from '../../../testing/test-db.ts';
import { rowsReadBy } from '../../../testing/test-plan.ts';
import { createAccountListStore, findAccounts } from './account.ts';

type Row = [id: string, name: string, rest?: { trade?: string; kyc?: string; blocked?: boolean }];

const ACCOUNTS: readonly Row[] = [
  ['acai', 'Açaí da Praça Ltda', { trade: 'Tigela' }],
  ['desconto', 'Loja 100% Desconto', { kyc: 'pending' }],
  ['optica', 'ÓTICA São João ME', { blocked: true }],
  ['shoes', 'Sapatos Ltda', { kyc: 'pending', blocked: true, trade: 'Pé na_Areia' }],
  ['zebra', 'Zebra S.A.'],
];

describe.each(statementDatabases())('the list of accounts, on $engine', STORY, (database) => {
  const db = opened(database.openMigrated);
  beforeAll(async () => {
    for (const [id, name, { trade = null, kyc = 'approved', blocked = false } = {}] of ACCOUNTS) {
      await db.query({
        name: '',
        text: `INSERT INTO companies (company_id, company_name, trade_name, kyc_status, blocked,
            sandbox, traits, origins, created_at)
          VALUES ($1, $2, $3, $4, $5, false, '{}'::jsonb, '[]'::jsonb, $6)`,
        values: [id, name, trade, kyc, blocked, new Date('2026-11-23T12:00:00Z')],
      });
    }
  }, 60_000);

  const list = (text: string, { after = '', limit = 50 } = {}) =>
    listAccounts({ text, after, limit }, { accountLists: createAccountListStore(db) });
  const idsOf = async (text: string) => (await list(text)).rows.map(({ companyId }) => companyId);

  it.each([
    ['', ['acai', 'desconto', 'optica', 'shoes', 'zebra']],
    ['  ', ['acai', 'desconto', 'optica', 'shoes', 'zebra']],
    ['OPTIC', ['optica']],
    ['ótica', ['optica']],
    ['otica', ['optica']],
    ['SAO JOAO', ['optica']],
    ['São João', ['optica']],
    ['praca', ['acai']],
    ['tigela', ['acai']],
    ['ltda', ['acai', 'shoes']],
    // Signs that mean something in a pattern mean themselves.
    ['100%', ['desconto']],
    ['%', ['desconto']],
    ['na_a', ['shoes']],
    ['_', ['shoes']],
    ["' OR true --", []],
    ['nobody', []],
    // What cannot be typed in a line, nor kept in the database.
    ['a\u0000', []],
    ['a\na', []],
    ['a'.repeat(151), []],
  ])('is searched by id, name and trade name for %j', async (text, ids) => {
    expect(await idsOf(text)).toEqual(ids);
  });

  it('goes on behind the last account of a page, also where accounts came in between', async () => {
    const first = await list('', { limit: 2 });
    expect(first.rows.map(({ companyId }) => companyId)).toEqual(['acai', 'desconto']);
    expect(first.next).toBe('desconto');
    const rest = await list('', { after: 'desconto', limit: 3 });
    expect(rest.rows.map(({ companyId }) => companyId)).toEqual(['optica', 'shoes', 'zebra']);
    expect(rest.next).toBeNull();
    expect(await list('ltda', { limit: 1 })).toMatchObject({ next: 'acai' });
    expect(await list('ltda', { after: 'acai', limit: 1 })).toMatchObject({
      rows: [{ companyId: 'shoes', kycStatus: 'pending', blocked: true }],
      next: null,
    });
    expect(await list('', { after: 'zebra' })).toEqual({ rows: [], next: null });
    expect((await list('', { after: '\u0000' })).rows).toHaveLength(ACCOUNTS.length);
  });

  it('counts all, those that wait for their identity and those that are blocked', async () => {
    expect(await createAccountListStore(db).count()).toEqual({ all: 5, pending: 2, blocked: 2 });
  });

  it('reads no more accounts for a page than the page has', async () => {
    await sql(db)`
      INSERT INTO companies (company_id, company_name, kyc_status, blocked, sandbox, traits,
      origins, created_at)
      SELECT 'many-' || lpad(n::text, 5, '0'), 'Loja ' || n, 'approved', false, false,
      '{}'::jsonb, '[]'::jsonb, now() FROM generate_series(1, 5000) n
      ON CONFLICT DO NOTHING`;
    await db.query({ name: '', text: 'ANALYZE companies', values: [] });
    for (const after of ['', 'many-02500']) {
      expect(await rowsReadBy(findAccounts({ text: '', after, limit: 51 }), db)).toBe(51);
    }
    expect((await list('loja 4999')).rows).toMatchObject([{ companyId: 'many-04999' }]);
  });
});
