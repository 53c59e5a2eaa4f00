import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPixBank } from '../../../../simulators/pix-bank/pix-bank.ts';
import { createTestHarness } from '../../../../simulators/server/harness.ts';
import { opened } from '../../../testing/opened.ts';
import { pixBankSettings } from '../../../testing/pix-bank-settings.ts';
import type { DashboardClient, TestDashboard } from '../../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

const INTER = '/providers/no3ds/inter';
const ADDRESS = /<code>https:\/\/pay\.example\.com\/providers\/inter\/notices\/[\w-]{22}</;

describe('a provider that is called from its page', () => {
  let dashboard: TestDashboard;
  let operator: DashboardClient;

  const bank = opened(() => startPixBank({ ...createTestHarness(), profile: 'inter' }));
  beforeAll(async () => {
    const hosts = { api: bank.api, token: new URL(bank.tokenUrl).origin };
    const providers = { inter: { hosts, trustedPem: bank.authorityPem } };
    dashboard = await startTestDashboard({
      providers,
      settings: { baseUrl: 'https://pay.example.com' },
    });
    operator = await dashboard.signIn('operator');
    const { certificate = '', ...settings } = pixBankSettings(bank, 'inter');
    const file = new Uint8Array(Buffer.from(certificate, 'base64'));
    const typed = { ...settings, company: 'no3ds' };
    const added = await operator.upload(
      '/providers/new?provider=inter',
      { certificate: file },
      typed,
    );
    expect(added.location).toBe(INTER);
  });
  afterAll(() => dashboard.stop());

  it('works, or says why it does not', async () => {
    expect((await operator.post(`${INTER}/test`)).html).toContain('As credenciais funcionam.');
    bank.faults.next({ method: 'GET' }, { kind: 'html_error', status: 503, isCommitted: false });
    const failed = await operator.post(`${INTER}/test`);
    expect(failed.html).toContain('Não funcionou:');
    expect(failed.html).not.toContain('As credenciais funcionam.');
  });

  it('takes the address of its notices, which the page shows, or refuses it', async () => {
    bank.faults.next({ method: 'PUT' }, { kind: 'cut' });
    expect((await operator.post(`${INTER}/connect`)).html).toContain('Não funcionou:');
    const connected = await operator.post(`${INTER}/connect`);
    expect(connected.html).toContain('O provedor envia os avisos a este endereço');
    expect(connected.html).toMatch(ADDRESS);
    expect(connected.html).not.toContain('avisado à mão');
  });

  it('is told of its address by hand where it has no call for that', async () => {
    await operator.post('/providers/new?provider=cielo', {
      'merchant-id': '4b1a0c7e-9a55-4c0e-8d6a-0f3b1f2e6d11',
      'merchant-key': 'CANARYKEYCANARYKEYCANARYKEYCANARYKEY1234',
      company: 'no3ds',
    });
    const { html } = await operator.post('/providers/no3ds/cielo/connect');
    expect(html).toContain('Este provedor é avisado à mão');
  });
});
