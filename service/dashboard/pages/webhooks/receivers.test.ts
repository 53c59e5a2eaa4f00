import { describe, expect, it } from 'vitest';
import { createAccountStore } from '../../../store/tables/accounts/account.ts';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

const PAGE = '/webhooks/receivers';
const URL_OF_RECEIVER = 'http://127.0.0.1:65000/hook?token=of-the-shop&x=1';
const ENGLISH = { 'accept-language': 'en' };

const dashboard = opened(startTestDashboard);

async function receiversOf(company: string): Promise<object> {
  const account = await createAccountStore(dashboard.db).find(company);
  return account?.traits.webhookReceivers ?? {};
}

describe('the receivers by type of event', () => {
  it.each(['owner', 'developer'] as const)('are set and removed by the %s', async (role) => {
    const client = await dashboard.signIn(role, 'company');
    const form = { type: 'payin.*', url: ` ${URL_OF_RECEIVER} ` };
    const answer = await client.post(`${PAGE}/set`, form);
    expect([answer.status, answer.location]).toEqual([303, PAGE]);
    expect(await receiversOf('company')).toEqual({ 'payin.*': URL_OF_RECEIVER });
    const { html } = await client.get(PAGE);
    expect(html).toContain('O receptor de payin.* foi salvo.');
    expect(html).toContain('<code>http://127.0.0.1:65000/hook?token=of-the-shop&amp;x=1</code>');
    expect(html).toContain('aria-label="Remover payin.*"');
    const entries = await createAuditLog(dashboard.db).list('company', 20);
    const entry = entries.find(({ actor }) => actor === client.user.id);
    expect(entry).toMatchObject({ action: 'receiver set', result: 'done' });
    expect(JSON.stringify(entry)).not.toMatch(/65000\/hook|of-the-shop/);

    const removed = await client.post(`${PAGE}/remove`, { type: 'payin.*' });
    expect([removed.status, removed.location]).toEqual([303, PAGE]);
    expect(await receiversOf('company')).toEqual({});
    expect((await client.get(PAGE, ENGLISH)).html).toContain('No receiver is set');
    // Twice pressed is once removed.
    expect((await client.post(`${PAGE}/remove`, { type: 'payin.*' })).status).toBe(303);
  });

  it.each(['', 'no address', 'http://10.0.0.1/hook', 'javascript:alert(1)', '<b>"'])(
    'are refused for an address that leads nowhere it may, with what was typed: %j',
    async (url) => {
      const developer = await dashboard.signIn('developer');
      const { status, html } = await developer.post(`${PAGE}/set`, { type: 'payin.refunded', url });
      expect(status).toBe(400);
      expect(html).toContain('O endereço precisa ser público');
      expect(html).toMatch(/<option value="payin.refunded" selected/);
      expect(html).not.toContain('<b>"');
      expect(await receiversOf('no3ds')).toEqual({});
    },
  );

  it('are refused for a type that is not there', async () => {
    const developer = await dashboard.signIn('developer');
    const form = { type: 'payin.paid', url: URL_OF_RECEIVER };
    const { status, html } = await developer.post(`${PAGE}/set`, form, ENGLISH);
    expect(status).toBe(400);
    expect(html).toContain('Choose one of the types.');
    expect(await receiversOf('no3ds')).toEqual({});
  });

  it('stand beside the secret for who looks after them', async () => {
    const developer = await dashboard.signIn('developer');
    expect((await developer.get('/webhooks')).html).toContain(`href="${PAGE}"`);
  });
});
