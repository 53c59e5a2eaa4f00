import { describe, expect, it } from 'vitest';
import { opened } from '../../../testing/opened.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

const dashboard = opened(startTestDashboard);

async function accountOf(companyId: string): Promise<string> {
  const client = await dashboard.signIn('developer', companyId);
  const answer = await client.get('/account');
  expect(answer.status).toBe(200);
  return answer.html;
}

describe('the page of the account', () => {
  it('says what the account is and may do, its CNPJ half hidden', async () => {
    const html = await accountOf('no3ds');
    expect(html).toContain('Ateliê Três Marias Ltda');
    expect(html).toContain('63.***.***/****-10');
    expect(html).not.toContain('63952714000110');
    expect(html).toContain('Pode transacionar');
    expect(html.match(/Habilitado, e há um provedor que o atende\./g)).toHaveLength(4);
  });

  it.each([
    ['pending', 'a verificação de identidade não está aprovada'],
    ['blocked', 'a conta está bloqueada'],
  ])('says why an account does not transact: %s', async (companyId, why) => {
    const html = await accountOf(companyId);
    expect(html).toContain(why);
    expect(html.match(/A conta não transaciona\./g)).toHaveLength(4);
  });

  it('says why a payment method is not there', async () => {
    expect(await accountOf('nocard')).toContain('Cartões pedem uma aprovação a mais');
    expect(await accountOf('manual')).toContain('Não está habilitado para esta conta.');
  });

  it('is there in English', async () => {
    const client = await dashboard.signIn('developer');
    const { html } = await client.get('/account', { 'accept-language': 'en' });
    expect(html).toContain('May transact');
    expect(html).toContain('Enabled, and there is a provider that serves it.');
  });
});
