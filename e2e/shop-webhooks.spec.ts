import { callApi } from './merchant-api.ts';
import { orderBy, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

type Delivery = { id: string; event: string; transactionId: string; attempts: object[] };

test('a webhook that is not signed for the shop changes nothing', async ({ page, system }) => {
  const id = await orderBy(page, system, 'PIX');
  const referenceId = new URL(page.url()).searchParams.get('pedido');
  const body = JSON.stringify({ id, referenceId, status: 'APPROVED' });
  const t = Math.floor(Date.now() / 1000);
  for (const signature of [null, `t=${t},v1=${'0'.repeat(64)}`, 't=,v1=', 'whsec_']) {
    const answer = await fetch(`${system.shopUrl}/webhooks?account=no3ds`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-webhook-id': 'evt_forged',
        ...(signature === null ? {} : { 'x-webhook-signature': signature }),
      },
      body,
    });
    expect(answer.status, String(signature)).toBe(400);
  }
  const asked = await page.request.get(`${system.shopUrl}/api/orders/${referenceId}`);
  const order = await asked.json();
  expect(order).toMatchObject({ status: 'PENDING' });
});

test('a webhook that is sent again counts once', async ({ page, system }) => {
  const id = await orderBy(page, system, 'PIX');
  const result = shopResult(page);
  await callApi(system, 'no3ds', `/sandbox/payins/${id}/pay`, {});
  await expect(result.title).toHaveText('Pagamento aprovado');

  const find = async (): Promise<Delivery | undefined> => {
    const { body } = await callApi(system, 'no3ds', '/sandbox/webhooks/deliveries');
    return (body.data as Delivery[]).find(({ transactionId }) => transactionId === id);
  };
  await expect.poll(async () => (await find())?.attempts.length).toBe(1);
  const delivery = await find();
  const resend = `/sandbox/webhooks/deliveries/${delivery?.id}/resend`;
  expect((await callApi(system, 'no3ds', resend, {})).status).toBeLessThan(300);
  await expect.poll(async () => (await find())?.attempts.length).toBe(2);
  expect((await find())?.attempts.at(-1)).toMatchObject({ outcome: 'HTTP_200' });
  await page.reload();
  await expect(result.title).toHaveText('Pagamento aprovado');
});
