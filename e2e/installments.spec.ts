import { randomUUID } from 'node:crypto';
import { findViolations } from './axe.ts';
import { submit } from './card-entry.ts';
import type { ElementPageOptions } from './element-page.ts';
import { expectFrameToFit, heard, openElementPage, typeCard } from './element-page.ts';
import { callApi, payinOf } from './merchant-api.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

const AMOUNT = 16_000;
const PLAN = {
  installments: 12,
  installmentAmount: 1_512,
  totalAmount: 18_144,
  ratePerMonth: 199,
  paidBy: 'buyer',
};

function withInterest(options: object = {}): ElementPageOptions {
  const order = { amount: AMOUNT, maxInstallments: 12, referenceId: `plan-${randomUUID()}` };
  return { publicKey: 'pk_test_interest', options: { ...order, ...options } };
}

type Prepared = { payinCard: { token: string; installmentPlan?: object } };

test.describe('installments with interest', () => {
  test.use({ bypassCSP: true });

  test('are shown with total and cost, and charged so', async ({ page, system, places }) => {
    const referenceId = `plan-${randomUUID()}`;
    const card = await openElementPage(page, places, withInterest({ referenceId }));
    const options = card.installments.locator('option');
    await expect(options).toHaveCount(12);
    await expect(options.nth(2)).toHaveText(/^3x de R\$\s53,33 sem juros$/);
    await expect(options.nth(11)).toHaveText(/^12x R\$\s15,12 \(total R\$\s181,44\)$/);
    await card.installments.selectOption('12');
    await expect(card.planNote).toHaveText(
      /R\$\s181,44\. À vista: R\$\s160,00\. Juros de 1,99% ao mês\. CET: 26,68% a\.a\./,
    );
    await expectFrameToFit(card);
    const changes = (await heard(page)).filter(({ name }) => name === 'change');
    expect(changes.at(-1)?.told).toMatchObject({ installments: 12, installmentPlan: PLAN });

    await typeCard(card);
    const { payinCard } = (await submit(page)) as Prepared;
    expect(payinCard).toMatchObject({ installments: 12, installmentPlan: PLAN });
    const paid = await callApi(
      system,
      'interest',
      '/payin',
      payinOf(payinCard, referenceId, AMOUNT),
    );
    expect(paid.body).toMatchObject({ status: 'APPROVED', amount: AMOUNT });
    const { body } = await callApi(system, 'interest', `/payin/${paid.body.id}`);
    expect(body.installmentPlan).toEqual(PLAN);
  });

  test('are not charged by a total that changed meanwhile', async ({ page, places }) => {
    const card = await openElementPage(page, places, withInterest());
    await card.installments.selectOption('12');
    // As if the account's table were another one now: the service refuses what was shown.
    await page.route('**/checkout/tokens', async (route) => {
      const sent = route.request().postDataJSON();
      sent.installmentPlan.totalAmount += 1;
      await route.continue({ postData: JSON.stringify(sent) });
    });
    await typeCard(card);
    expect(await submit(page)).toMatchObject({ code: 'INVALID_CARD' });
    await expect(card.error('installments')).toHaveText('Escolha outro número de parcelas');
  });

  test(`can be read by everybody${rare()}`, async ({ page, places }) => {
    const card = await openElementPage(page, places, withInterest());
    await card.installments.selectOption('12');
    await expect(card.planNote).not.toBeEmpty();
    await expect(card.installments).toHaveAccessibleDescription(/CET: 26,68% a\.a\./);
    const frame = page.frames().find((one) => one.url().includes('/card?'));
    expect(await findViolations(frame ?? page.mainFrame())).toEqual([]);
  });
});
