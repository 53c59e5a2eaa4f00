import { describe, expect, it } from 'vitest';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { basic, send } from '../../../testing/test-service.ts';

const LINK = { title: 'Oficina <b>', amount: '50,00', reusable: 'yes', physical: 'no', limit: '3' };

describe('payment pages in the dashboard', () => {
  const dashboard = opened(startTestDashboard);

  it('are made, shown with address and code, and ended, each told to the log', async () => {
    const owner = await dashboard.signIn('owner');
    const asked = { ...LINK, reference: 'painel-1' };
    const made = await owner.post('/pages/new', asked);
    expect((await owner.post('/pages/new', asked)).location).toBe(made.location);
    const { html } = await owner.get(made.location ?? '');
    const url = /http:\/\/[\d.:]+\/p\/[\w-]{22}/.exec(html)?.[0] ?? '';
    expect(html).toContain('class="qr-code"');
    expect(html).toContain('Oficina &lt;b&gt;');
    expect((await fetch(url)).status).toBe(200);
    const path = `/payment-page/${made.location?.split('/').at(-1)}`;
    const record = async () =>
      (await send(`${dashboard.baseUrl}${path}`, { headers: basic('no3ds') })).body;
    expect(await record()).toMatchObject({ url, amount: 5_000, limit: 3, status: 'OPEN' });
    expect((await owner.post(`${made.location}/end`)).status).toBe(303);
    expect((await record()).status).toBe('ENDED');
    expect((await owner.get('/pages')).html).toContain('Encerrada');
    const acts = await dashboard.db.query<{ act: string }>({
      name: '',
      text: `SELECT action AS act FROM audit_entries
        WHERE action LIKE 'page %' AND result = 'done' ORDER BY at`,
      values: [],
    });
    expect(acts.map(({ act }) => act)).toEqual(['page make', 'page make', 'page end']);
  });

  it('keep what was typed where a field is wrong, and name it', async () => {
    const owner = await dashboard.signIn('owner');
    const answer = await owner.post('/pages/new', { ...LINK, amount: 'x', reference: 'painel-2' });
    expect([answer.status, answer.html]).toEqual([400, expect.stringMatching(/id="field-amount"/)]);
    expect(answer.html).toContain('aria-invalid="true"');
    expect(answer.html).toContain('value="Oficina &lt;b&gt;"');
  });
});
