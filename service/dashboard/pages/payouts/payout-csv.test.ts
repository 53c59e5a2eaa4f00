import { beforeAll, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { documentedColumns } from '../../../testing/documented-columns.ts';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

const COUNT = 1_203;
const now = new Date('2027-03-01T15:00:00Z');

const dashboard = opened(() => startTestDashboard({ now: () => now }));
const finance = opened(() => dashboard.signIn('finance'));
beforeAll(async () => {
  await dashboard.db.query({
    name: '',
    text: `INSERT INTO payouts (company_id, id, reference_id, status, is_sent, amount, fee, pix_key,
        pix_key_type, beneficiary_name, beneficiary_document, body_fingerprint, touched_at,
        created_at, updated_at)
      SELECT 'no3ds', 'out_no3ds_' || lpad(n::text, 22, '0'), 'file-' || n,
        CASE WHEN n = 1 THEN 'COMPLETED' ELSE 'CANCELED' END, false, 8888, 50, '+5511987654321',
        'PHONE', '=HYPERLINK(1)', '52998224725', ''::bytea, t, t, t
      FROM generate_series(1, ${COUNT}) n,
        LATERAL (SELECT $1::timestamptz + n * interval '1 second' AS t) m`,
    values: [new Date('2027-02-01T12:00:00Z')],
  });
});

describe('the file of payouts', () => {
  it('has every payout once, newest first, in more pages than one', async () => {
    const { status, headers, html } = await finance.get('/payouts/export.csv');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="saques.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
    const lines = html.trimEnd().split('\r\n');
    expect(lines[0]).toContain('id;referência;');
    const references = lines.slice(1).map((line) => line.split(';')[1]);
    expect(references).toEqual(Array.from({ length: COUNT }, (_, at) => `file-${COUNT - at}`));
  });

  it('has nothing that a spreadsheet would run', async () => {
    const { html } = await finance.get('/payouts/export.csv?search=file-7');
    expect(html).toContain(
      ";file-7;;Cancelado;88,88;;'=HYPERLINK(1);529.982.247-25;Telefone;'+5511987654321;2027-02-01 09:00:07;",
    );
  });

  it.each([
    ['pt-BR', ';', 'saques.csv'],
    ['en', ',', 'payouts.csv'],
  ] as const)('has the documented columns, in %s', async (language, comma, name) => {
    const { html } = await finance.get('/payouts/export.csv?search=none', {
      'accept-language': language,
    });
    const columns = html.replace('\uFEFF', '').trimEnd().split(comma).join(', ');
    expect(columns).toBe(documentedColumns(name, language));
  });

  it('is linked from the list with the same filter, for those who may take it', async () => {
    const link = 'href="/payouts/export.csv?search=file-7&amp;status=CANCELED"';
    const path = '/payouts?search=file-7&status=CANCELED&x=y';
    expect((await finance.get(path)).html).toContain(link);
    expect((await (await dashboard.signIn('viewer')).get(path)).html).not.toContain('export.csv');
  });

  it('is in English for who reads English', async () => {
    const asked = '/payouts/export.csv?search=file-7';
    const { html, headers } = await finance.get(asked, { 'accept-language': 'en' });
    expect(headers.get('content-disposition')).toBe('attachment; filename="payouts.csv"');
    expect(html).toContain(",file-7,,Canceled,88.88,,'=HYPERLINK(1),529.982.247-25,Phone,");
  });

  it('of a period that cannot be read leads back to the list that says so', async () => {
    const { location } = await finance.get('/payouts/export.csv?from=x');
    expect(location).toBe('/payouts?from=x');
  });

  it('is kept in the log with who took it, and nothing of whom they looked for', async () => {
    await finance.get('/payouts/export.csv?search=file-9&status=CANCELED&from=2027-02-01');
    const log = await createAuditLog(dashboard.db).list('no3ds', 100);
    const subjects = { status: 'CANCELED', from: '2027-02-01', until: '', isSearch: true };
    expect(log).toContainEqual(
      expect.objectContaining({
        actor: finance.user.id,
        action: 'payouts export',
        subjects: expect.objectContaining(subjects),
        result: 'done',
      }),
    );
    expect(JSON.stringify(log)).not.toContain('file-9');
  });
});
