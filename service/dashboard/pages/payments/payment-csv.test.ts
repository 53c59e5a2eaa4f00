import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { documentedColumns } from '../../../testing/documented-columns.ts';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

const now = new Date('2027-03-01T15:00:00Z');

const dashboard = opened(() => startTestDashboard({ now: () => now }));
const owner = opened(() => dashboard.signIn('owner'));

describe('the file of payments', () => {
  beforeAll(() =>
    dashboard.db.query({
      name: '',
      text: `INSERT INTO payins (company_id, id, reference_id, holds_reference, status,
          charge_state, payment_method, amount, installments, body_fingerprint, customer, items,
          is_physical_product, payer_ip, reserved_at, created_at, updated_at)
        SELECT 'no3ds', 'pay_no3ds_' || lpad(n::text, 22, '0'), 'file-' || n, true, 'APPROVED',
          'decided', 'OPEN_FINANCE', 8888, 1, ''::bytea,
          '{"name":"=HYPERLINK(1)","document":"1","email":"+x@y.z","phone":"1"}'::jsonb,
          '[]'::jsonb, false, '', t, t, t
        FROM generate_series(1, 1203) n,
          LATERAL (SELECT $1::timestamptz + n * interval '1 second' AS t) m`,
      values: [new Date('2027-02-01T12:00:00Z')],
    }),
  );

  it('has exactly what the filter finds, in more than one page of them', async () => {
    const { status, headers, html } = await owner.get(
      '/payments/export.csv?q=88,88&method=OPEN_FINANCE',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="pagamentos.csv"');
    const lines = html.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_204);
    expect(lines[0]).toContain('id;pedido;');
    expect(lines[1]).toMatch(/^pay_no3ds_0*1203;file-1203;;Aprovado;Open Finance;88,88;0,00;1;;/);
    expect(lines[1]).toContain(";'=HYPERLINK(1);1;'+x@y.z;2027-02-01 09:20:03");
    expect(new Set(lines).size).toBe(1_204);
  });

  it('is read beside seven others so that steps of payments come between any two pages', async () => {
    let rounds = 0;
    let counting = setImmediate(function count() {
      rounds += 1;
      counting = setImmediate(count);
    });
    const readAt: number[] = [];
    const { query } = dashboard.db;
    const watching = vi.spyOn(dashboard.db, 'query').mockImplementation((statement, batching) => {
      const isPage = /FROM payins\b(?!.*OFFSET)/s.test(statement.text);
      if (isPage) readAt.push(rounds);
      return query(statement, batching);
    });
    const asked = Array.from({ length: 8 }, () =>
      owner.get('/payments/export.csv?method=OPEN_FINANCE'),
    );
    const files = await Promise.all(asked);
    clearImmediate(counting);
    watching.mockRestore();
    expect(new Set(files.map(({ html }) => html.split('\r\n').length))).toEqual(new Set([1_205]));
    expect(readAt.length).toBeGreaterThan(8 * 20);
    const between = readAt.slice(1).map((at, index) => at - (readAt[index] ?? 0));
    expect(Math.min(...between)).toBeGreaterThan(5);
  });

  it.each([
    ['pt-BR', ';', 'pagamentos.csv'],
    ['en', ',', 'payments.csv'],
  ] as const)('has the documented columns, in %s', async (language, comma, name) => {
    const { html } = await owner.get('/payments/export.csv?q=none', {
      'accept-language': language,
    });
    const columns = html.replace('\uFEFF', '').trimEnd().split(comma).join(', ');
    expect(columns).toBe(documentedColumns(name, language));
  });

  it('is kept in the log with who took it, and nothing of whom they looked for', async () => {
    await owner.get('/payments/export.csv?q=ana@example.com&status=APPROVED');
    const log = await createAuditLog(dashboard.db).list('no3ds', 10_000);
    expect(log).toContainEqual(
      expect.objectContaining({
        actor: owner.user.id,
        action: 'payments export',
        subjects: expect.objectContaining({ status: 'APPROVED', method: null, isSearch: true }),
        result: 'done',
      }),
    );
    expect(JSON.stringify(log)).not.toContain('ana@example');
  });

  it('is in English for who reads English', async () => {
    const asked = '/payments/export.csv?q=file-7';
    const { html, headers } = await owner.get(asked, { 'accept-language': 'en' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="payments.csv"');
    expect(html).toContain(',file-7,,Approved,Open Finance,88.88,0.00,1,,');
  });

  it('may be broken off by a browser without harm to whoever comes next', async () => {
    const cut = new AbortController();
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { signal } = cut;
    const address = `${dashboard.dashboardUrl}/payments/export.csv`;
    const answer = await fetch(address, { headers: { cookie }, signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    cut.abort();
    await expect(reader?.closed).rejects.toThrow();
    expect((await owner.get('/payments')).status).toBe(200);
  });

  it('is not there for a filter that cannot be read', async () => {
    expect((await owner.get('/payments/export.csv?status=GONE')).status).toBe(404);
  });
});
