import type { Page } from '@playwright/test';
import { typeCard } from './element-page.ts';
import { callApi } from './merchant-api.ts';
import { choose, clickPay, openShop, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

/** The cart of R$ 153,80 in six, at 1,99 % a month. */
const WITH_INTEREST = 16_470;

async function expectPrice(page: Page, { total, interest }: { total: RegExp; interest?: RegExp }) {
  await expect(page.locator('#pay-label')).toHaveText(total);
  await expect(page.locator('#total')).toHaveText(total);
  const row = page.locator('#interest-row');
  if (interest) await expect(row.locator('dd')).toHaveText(interest);
  else await expect(row).toBeHidden();
}

const BARE = { total: /R\$\s153,80$/ };
const PRICED = { total: /R\$\s164,70$/, interest: /R\$\s10,90$/ };

test('the price is with interest where the chosen plan has some', async ({ page, system }) => {
  const card = await openShop(page, system, { account: 'interest' });
  await expectPrice(page, BARE);
  await card.installments.selectOption('6');
  await expectPrice(page, PRICED);
  await choose(page, 'PIX');
  await expectPrice(page, BARE);
  await choose(page, 'Cartão');
  await expectPrice(page, PRICED);
  await card.installments.selectOption('3');
  await expectPrice(page, BARE);
  await card.installments.selectOption('6');
  const filters = page.getByLabel('Quantidade de Coador de pano');
  await filters.selectOption('1');
  await expect(page.locator('#pay-label')).not.toHaveText(PRICED.total);
  await expect(page.locator('#interest-row')).toBeVisible();
  await filters.selectOption('0');
  await expectPrice(page, PRICED);

  await typeCard(card);
  await clickPay(page);
  const result = shopResult(page);
  await expect(result.title).toHaveText('Pagamento aprovado');
  const id = await result.line('Pagamento').textContent();
  const { body } = await callApi(system, 'interest', `/payin/${id}`);
  expect(body).toMatchObject({ installmentPlan: { totalAmount: WITH_INTEREST } });
});

test('a company pays with its CNPJ where the account takes companies', async ({ page, system }) => {
  const card = await openShop(page, system, { account: 'company' });
  const document = page.getByLabel('CPF ou CNPJ');
  const error = page.locator('#document-error');
  await document.fill('11.222.333/0001-8');
  await document.blur();
  await expect(error).toHaveText('Confira este campo.');
  // Whether it is one the payment service says, and which field is wrong.
  await document.fill('11.222.333/0001-80');
  await expect(error).toHaveText('');
  await typeCard(card);
  await clickPay(page);
  await expect(error).toHaveText('Confira este campo.');
  await expect(document).toBeFocused();
  await document.fill('11.222.333/0001-81');
  await clickPay(page);
  await expect(shopResult(page).title).toHaveText('Pagamento aprovado');
});
