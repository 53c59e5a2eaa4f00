import { describe, expect, it } from 'vitest';
import { ACTS } from '../../../acts/acts.ts';
import type { AuditEntry } from '../../../domain/audit/audit-log.ts';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import { actName } from './act-names.ts';

const dashboard = opened(startTestDashboard);

function entry(change: Partial<AuditEntry>): AuditEntry {
  return {
    companyId: 'no3ds',
    id: 'aud_1',
    at: new Date('2026-05-04T15:00:00Z'),
    actor: 'ana',
    action: 'payin refund',
    subjects: { amount: 500 },
    result: 'done',
    code: null,
    ...change,
  };
}

describe('the log of acts', () => {
  it('shows an owner what was done in the account, by whom and how it ended', async () => {
    const owner = await dashboard.signIn('owner', 'manual');
    const log = createAuditLog(dashboard.db);
    await log.append(entry({ companyId: 'manual', id: 'aud_a', actor: owner.user.id }));
    await log.append(
      entry({
        companyId: 'manual',
        id: 'aud_b',
        action: 'payout approve',
        result: 'refused',
        code: 'ILLEGAL_TRANSITION',
        subjects: { note: '<script>alert(1)</script>' },
      }),
    );
    await log.append(entry({ companyId: 'preorder', id: 'aud_c', action: 'key create' }));

    const { html, status } = await owner.get('/audit');

    expect(status).toBe(200);
    expect(html).toContain('Pagamento reembolsado');
    expect(html).toContain(owner.user.name);
    expect(html).toContain('<li>valor: R$\u00a05,00</li>');
    expect(html).toContain('ILLEGAL_TRANSITION');
    expect(html).toContain('04/05/2026, 12:00:00');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('Par de chaves criado');
  });

  it('goes on page by page, each entry once', async () => {
    const owner = await dashboard.signIn('owner', 'nocard');
    const log = createAuditLog(dashboard.db);
    for (let number = 0; number < 120; number += 1) {
      // Several are of one moment.
      const at = new Date(Date.UTC(2026, 4, 4, 15, 0, Math.floor(number / 7)));
      const id = `aud_${String(number).padStart(3, '0')}`;
      await log.append(entry({ companyId: 'nocard', id, at, subjects: { number } }));
    }

    const seen: string[] = [];
    const sizes: number[] = [];
    let path: string | undefined = '/audit';
    while (path !== undefined) {
      const { html } = await owner.get(path);
      const found = [...html.matchAll(/number: (\d+)/g)].map(([, number]) => number ?? '');
      seen.push(...found);
      sizes.push(found.length);
      const next = /href="(\?after=[^"]+)" rel="next"/.exec(html)?.[1];
      path = next === undefined ? undefined : `/audit${next}`;
    }

    expect(sizes).toEqual([50, 50, 20]);
    expect(new Set(seen).size).toBe(120);
  });

  it('takes an address that was tampered with for the first page', async () => {
    const owner = await dashboard.signIn('owner', 'nocard');
    const first = await owner.get('/audit');
    for (const after of ["'", '1', '1.', '-1.aud_1', `${'9'.repeat(16)}.x`, '1.a b']) {
      const answer = await owner.get(`/audit?after=${encodeURIComponent(after)}`);
      expect(answer.status).toBe(200);
      expect(answer.html.match(/number: /g)).toEqual(first.html.match(/number: /g));
    }
  });

  it('tells in words what an act was about, and leads those of the company to it', async () => {
    const owner = await dashboard.signIn('owner', 'cardonfile');
    const subjects = { payin: 'pay_1', amount: 500, user: owner.user.id, 'x.before': 'y' };
    await createAuditLog(dashboard.db).append(
      entry({ companyId: 'cardonfile', id: 'aud_e', subjects }),
    );
    const { html } = await owner.get('/audit');
    expect(html).toContain(
      `<li>pessoa: ${owner.user.name}</li>` +
        '<li>pagamento: <a href="/payments/pay_1"><code>pay_1</code></a></li>' +
        '<li>valor: R$\u00a05,00</li><li><code>x.before: y</code></li>',
    );
    const operator = await dashboard.signIn('operator');
    const seen = await operator.get('/system/audit?of=cardonfile');
    expect(seen.html).toContain('<li>pagamento: <code>pay_1</code></li>');
  });

  it('shows an operator of the service what is of any account, and of none', async () => {
    const operator = await dashboard.signIn('operator');
    await createAuditLog(dashboard.db).append(
      entry({ companyId: 'preorder', id: 'aud_d', action: 'company block' }),
    );

    const developer = await dashboard.signIn('developer', 'preorder');
    await developer.post('/integration/origins/add', { origin: 'https://loja.example.com' });
    const of = await operator.get('/system/audit?of=preorder');
    expect(of.html).toContain('Conta bloqueada');
    expect(of.html).toContain(developer.user.name);
    expect((await operator.get('/system/audit')).html).not.toContain('Conta bloqueada');
    expect((await operator.get('/system/audit?of=nobody')).status).toBe(404);
  });

  it('shows what is done by command, and the command what is done here', async () => {
    const operator = await openTestOperator(dashboard.db);
    const owner = await dashboard.signIn('owner', 'interest');
    const reserve = { company: 'interest', rate: '500', days: '45' };
    await operator.run('company set-reserve', reserve, 'carlos');
    const { html } = await owner.get('/audit');
    expect(html).toMatch(/>operador<\/td><td[^>]*>Reserva alterada/);
    expect(html).not.toContain('carlos');

    await owner.post('/integration/origins/add', { origin: 'https://loja.example.com' });
    const rows = await operator.rows('audit list', { company: 'interest' });
    const acts = rows.map(({ actor, action }) => [actor, action]);
    expect(acts).toContainEqual([owner.user.id, 'company add-origin']);
    expect(acts).toContainEqual(['carlos', 'company set-reserve']);
  });

  it('says each act in words of its own, in both languages', () => {
    const acts = [...new Set(ACTS.map(({ command }) => command))];
    for (const language of ['pt-BR', 'en'] as const) {
      const said = acts.map((act) => actName(act, language));
      expect(said.filter((words, at) => words === acts[at])).toEqual([]);
      expect(new Set(said).size).toBe(acts.length);
    }
  });
});
