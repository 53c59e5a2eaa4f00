import { startReceiver } from '../service/testing/test-receiver.ts';
import { openDashboard } from './dashboard-page.ts';
import { CARD } from './dashboard-payment.ts';
import { callApi, payinOf } from './merchant-api.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const COMPANY = 'no3ds';
const HOSTILE = '<b id="hostile">fora do ar</b>';

/** A receiver that fails until it is told to work. */
async function startFailing() {
  const state = { works: false };
  const receiver = await startReceiver((response) => {
    if (state.works) response.writeHead(204).end();
    else response.writeHead(500).end(HOSTILE);
  });
  return { ...receiver, mend: () => (state.works = true) };
}

let orders = 0;

/** A payment whose event every attempt has failed to deliver; gives the payment's id. */
async function giveUpOn(system: System, webhookUrl: string): Promise<string> {
  orders += 1;
  const order = payinOf(CARD, `webhooks-${Date.now()}-${orders}`, 1_000);
  const { body } = await callApi(system, COMPANY, '/payin', { ...order, webhookUrl });
  const id = String(body.id);
  // Three attempts, with a second and two between them.
  await expect
    .poll(
      async () => {
        const { body: list } = await callApi(system, COMPANY, '/sandbox/webhooks/deliveries');
        const all = list.data as { transactionId: string; status: string }[];
        return all.find(({ transactionId }) => transactionId === id)?.status;
      },
      { timeout: 60_000 },
    )
    .toBe('UNDELIVERED');
  return id;
}

test('an event that failed is looked at, and sent again by keys', async ({ page, system }) => {
  const receiver = await startFailing();
  const payin = await giveUpOn(system, receiver.url);
  await openDashboard(page, system, { as: 'developer', path: `/webhooks?of=${payin}` });
  const row = page.getByRole('row', { name: /payin\.approved/ });
  await expect(row).toContainText('Não entregue');
  await expect(row).toContainText('HTTP 500');

  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('payin.approved');
  await expect(page.getByRole('heading', { name: /^Tentativa \d$/ })).toHaveCount(3);
  await expect(page.getByText(HOSTILE)).toHaveCount(3);
  await expect(page.locator('#hostile')).toHaveCount(0);

  receiver.mend();
  await page.goto(`${system.dashboardUrl}/webhooks?of=${payin}`);
  await page.getByRole('checkbox').focus();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Reenviar selecionados' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 evento reenviado.')).toBeVisible();
  await expect(page).toHaveURL(`${system.dashboardUrl}/webhooks?of=${payin}`);
  await receiver.untilEvents(4);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Entregue', { timeout: 1_000 });
  }).toPass();
  await receiver.stop();
});
