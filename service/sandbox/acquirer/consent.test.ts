import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

describe.each(testDatabases())('the consent page on $engine', (database) => {
  const { timers } = manualTimers();
  const service = opened(() => startTestService({ database, timers }));

  const make = async (account = 'no3ds', more: object = {}) => {
    const order = { paymentMethod: 'OPEN_FINANCE', bankId: 'jatoba', amount: 123_456, ...more };
    const { body } = await service.post(account, '/payin', validPayin(order));
    const { id, openFinanceRedirectUrl } = body;
    return { id: String(id), url: String(openFinanceRedirectUrl) };
  };
  const press = (url: string, body: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  const statusOf = async (id: string, account = 'no3ds') =>
    (await service.get(account, `/payin/${id}`)).body.status;

  it('shows bank, shop and amount, with plain forms and no script', async () => {
    const { url } = await make();
    const page = await fetch(url);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('Banco Jatobá');
    expect(text).toContain('Três Marias');
    expect(text).toMatch(/R\$\s1\.234,56/);
    expect(text).not.toContain('<script');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each([
    ['confirm=1', 'APPROVED', 'Pagamento autorizado'],
    ['cancel=1', 'REFUSED', 'Pagamento recusado'],
  ])('by %s makes the payin %s before the last page is shown', async (body, status, title) => {
    const { id, url } = await make();
    const page = await press(url, body);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(title);
    expect(await statusOf(id)).toBe(status);
    expect(await (await fetch(url)).text()).toContain(title);
  });

  it.each(['confirm=1', 'cancel=1'])('sends the buyer back after %s', async (body) => {
    const returnUrl = 'http://localhost:4020/pedido?x=%222%22';
    const { id, url } = await make('no3ds', { returnUrl });
    const page = await press(url, body);
    const back = `${new URL(returnUrl).href}&payinId=${id}`;
    expect([page.status, page.headers.get('refresh')]).toEqual([200, `0; url=${back}`]);
    expect(await page.text()).toContain(`<a href="${back.replaceAll('&', '&amp;')}">`);
    expect((await fetch(url)).headers.get('refresh')).toBeNull();
  });

  it('sends nobody to the page that they came from', async () => {
    const { url } = await make();
    await fetch(url, { headers: { referer: 'https://loja.example/pedido' } });
    const page = await press(url, 'confirm=1');
    expect(page.headers.get('refresh')).toBeNull();
    expect(await page.text()).toContain('Você pode fechar esta página.');
  });

  it('lets the first answer count, however often and fast it is pressed', async () => {
    const { id, url } = await make();
    await Promise.all(
      Array.from({ length: 6 }, (_, at) => press(url, at % 2 === 0 ? 'confirm=1' : 'cancel=1')),
    );
    const first = await statusOf(id);
    expect(['APPROVED', 'REFUSED']).toContain(first);
    await press(url, first === 'APPROVED' ? 'cancel=1' : 'confirm=1');
    expect(await statusOf(id)).toBe(first);
  });

  it('says so when the hour is over, and takes no answer then', async () => {
    const { id, url } = await make('cardonfile');
    await service.post('cardonfile', '/sandbox/clock', { advanceSeconds: 3600 });
    expect(await (await fetch(url)).text()).toContain('O prazo para autorizar terminou');
    expect(await (await press(url, 'confirm=1')).text()).toContain('O prazo');
    expect(await statusOf(id, 'cardonfile')).toBe('CANCELED');
  });

  it('changes nothing for a payin that a control call has ended, and logs it', async () => {
    const { id, url } = await make();
    await service.post('no3ds', `/sandbox/payins/${id}/cancel`);
    await press(url, 'confirm=1');
    expect(await statusOf(id)).toBe('CANCELED');
    expect(service.logged.some((line) => line.includes('came after its payin ended'))).toBe(true);
  });

  it.each(['', 'confirm=1&cancel=1', 'other=1'])('does not take %j for an answer', async (body) => {
    const { id, url } = await make();
    expect((await press(url, body)).status).toBe(400);
    expect(await statusOf(id)).toBe('PENDING');
  });

  it.each(['0'.repeat(32), 'x', '..%2f..%2f3ds'])('knows no consent %s', async (consentId) => {
    const url = `${service.bankUrl}/open-finance/consents/${consentId}`;
    expect((await fetch(url)).status).toBe(404);
    expect((await press(url, 'confirm=1')).status).toBe(404);
  });

  it('leaves the rest of the origin to 3-D Secure', async () => {
    expect((await fetch(`${service.bankUrl}/3ds/method/silent`)).status).toBe(200);
  });
});
