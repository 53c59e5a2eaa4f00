import { beforeAll, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../../store/tables/audit/audit-log.ts';
import { createPayinStore } from '../../../store/tables/payins/payin.ts';
import { opened } from '../../../testing/opened.ts';
import type { DashboardClient } from '../../../testing/test-dashboard.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';
import { payinByToken, validPayin } from '../../../testing/test-service.ts';

const DOCUMENT = '52998224725';
const WRITTEN = '529.982.247-25';
const now = new Date('2027-03-01T15:00:00Z');

const dashboard = opened(() => startTestDashboard({ now: () => now }));
let owner: DashboardClient;
beforeAll(async () => {
  owner = await dashboard.signIn('owner');
});

async function pay(): Promise<string> {
  const body = validPayin({ customer: { ...validPayin().customer, document: DOCUMENT } });
  const made = await dashboard.post('no3ds', '/payin', body);
  return String(made.body.id);
}
async function nameIn(payin: string) {
  return (await createPayinStore(dashboard.db).find('no3ds', payin))?.customer.name;
}

describe('the data of a buyer', () => {
  it('are erased by an owner in every payment, once they say that they mean it', async () => {
    const [payin, other] = [await pay(), await pay()];
    const { html } = await owner.get(`/payments/${payin}`);
    expect(html).toContain(`href="/payments/${payin}/customer"`);
    expect((await owner.get(`/payments/${payin}/customer`)).html).toContain(WRITTEN);
    const path = `/payments/${payin}/customer/erase`;
    await owner.post(path);
    expect(await nameIn(other)).not.toBe('ERASED');

    expect((await owner.post(path, { sure: 'yes' })).location).toBe(`/payments/${payin}/customer`);
    const after = await owner.get(`/payments/${payin}/customer`);
    expect(after.html).toContain('Os dados do comprador foram apagados.');
    expect(after.html).not.toContain(DOCUMENT);
    expect(after.html).not.toContain(WRITTEN);
    expect([await nameIn(payin), await nameIn(other)]).toEqual(['ERASED', 'ERASED']);
    const kept = (await createAuditLog(dashboard.db).list('no3ds', 20)).filter(
      ({ action }) => action === 'customer erase',
    );
    expect(kept).toMatchObject([{ actor: owner.user.id, result: 'done' }]);
    expect(JSON.stringify(kept)).not.toContain(DOCUMENT);
    expect(dashboard.logged.join('\n')).not.toContain(DOCUMENT);

    await owner.post(path, { sure: 'yes' });
    const again = await owner.get(`/payments/${payin}/customer`);
    expect(again.html).toContain('Os dados deste comprador já foram apagados.');
  });

  it('are, of saved cards, gone once an owner deletes them', async () => {
    const order = payinByToken(await dashboard.tokenize('cardonfile'));
    const paid = await dashboard.post('cardonfile', '/payin', order);
    expect(paid.body.status).toBe('APPROVED');
    const client = await dashboard.signIn('owner', 'cardonfile');
    const page = `/payments/${paid.body.id}/customer`;
    await client.post(`${page}/cards`);
    expect((await client.get(page)).html).toContain('Cartões apagados: 1.');
    await client.post(`${page}/cards`);
    expect((await client.get(page)).html).toContain('Este comprador não tem cartão salvo.');
  });

  it('say where a buyer has no saved card', async () => {
    const payin = await pay();
    await owner.post(`/payments/${payin}/customer/cards`);
    const { html } = await owner.get(`/payments/${payin}/customer`);
    expect(html).toContain('Este comprador não tem cartão salvo.');
  });
});
