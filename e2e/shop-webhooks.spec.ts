import { callApi } from './merchant-api.ts';
import { orderBy, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

type Delivery = { id: string; event: string; transactionId: string; attempts: object[] };

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
