import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { watchComplaints } from './docs-pages.cases.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

function open(page: Page, system: System, language: 'en' | 'pt' = 'en') {
  return page.goto(`${system.shopUrl}/docs/${language}/api-reference/`);
}

/** The form of a call, opened by the keyboard as a reader would. */
async function openForm(page: Page, operation: string): Promise<Locator> {
  const details = page.locator(`details[data-call="${operation}"]`);
  await details.locator('summary').press('Enter');
  await expect(details.locator('form')).toBeVisible();
  return details;
}

function figure(form: Locator, name: string): Locator {
  return form
    .locator('figure', { has: form.page().getByText(name, { exact: true }) })
    .locator('pre');
}

test('a reader makes a charge by keys, looks it up, gets it by curl', async ({ page, system }) => {
  const complaints = watchComplaints(page);
  await open(page, system);
  const create = await openForm(page, 'createPayin');
  await expect(create.getByLabel('Body (JSON)')).toHaveValue(/"referenceId": "docs-\w{8}"/);
  await create.getByRole('button', { name: 'Send to the sandbox' }).press('Enter');
  await expect(create.locator('.news')).toHaveText('Status: 201');
  await expect(figure(create, 'HTTP')).toContainText('x-request-id: ');
  const payin = JSON.parse((await figure(create, 'Answer').textContent()) ?? '');
  expect(payin).toMatchObject({ paymentMethod: 'PIX', status: 'PENDING' });

  const find = await openForm(page, 'getPayin');
  await expect(find.locator('.target')).toHaveText(`GET /payin/${payin.id}`);
  await find.getByRole('button', { name: 'Send to the sandbox' }).press('Enter');
  await expect(find.locator('.news')).toHaveText('Status: 200');
  const line = (await figure(find, 'The same with curl').textContent()) ?? '';
  expect(line).toContain(system.baseUrl);
  const told = execFileSync('sh', ['-c', line], { encoding: 'utf8' });
  expect(JSON.parse(told)).toEqual(JSON.parse((await figure(find, 'Answer').textContent()) ?? ''));
  expect(complaints).toEqual([]);
});

test(`another example takes the place of the body and query${rare()}`, async ({ page, system }) => {
  await open(page, system);
  const create = await openForm(page, 'createPayin');
  await create.getByLabel('Example').selectOption('Boleto');
  await expect(create.getByLabel('Body (JSON)')).toHaveValue(/"paymentMethod": "BOLETO"/);
  const list = await openForm(page, 'listPayins');
  await list.getByLabel('limit').fill('1');
  await expect(list.locator('.target')).toHaveText('GET /payin?limit=1');
});

test(`what is no JSON is not sent; a refusal is shown${rare()}`, async ({ page, system }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/tried-calls')) sent.push(request.url());
  });
  await open(page, system);
  const create = await openForm(page, 'createPayin');
  const body = create.getByLabel('Body (JSON)');
  await body.fill('{ "amount": ');
  await create.getByRole('button', { name: 'Send to the sandbox' }).click();
  await expect(create.locator('.problem')).toHaveText('This is not a JSON object.');
  await expect(body).toBeFocused();
  expect(sent).toEqual([]);
  await body.fill('{ "amount": "159,90" }');
  await create.getByRole('button', { name: 'Send to the sandbox' }).click();
  await expect(create.locator('.news')).toHaveText('Status: 400');
  await expect(figure(create, 'Answer')).toContainText('"code": "INVALID_DATA"');
});

test.describe('no violation is found in an open form', () => {
  test.use({ bypassCSP: true });

  for (const { colorScheme, width, language, send } of [
    { colorScheme: 'light', width: 1280, language: 'en', send: 'Send to the sandbox' },
    { colorScheme: 'dark', width: 320, language: 'pt', send: 'Enviar ao sandbox' },
  ] as const) {
    test(`${colorScheme}, ${width} wide, in ${language}${rare()}`, async ({ page, system }) => {
      // The reference is long, and axe checks every word.
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await open(page, system, language);
      const form = await openForm(page, 'createRefund');
      await form.locator('input').first().fill('pay_no3ds_unknown');
      await form.getByRole('button', { name: send }).click();
      await expect(form.locator('.news')).toHaveText('Status: 404');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await findViolations(page.mainFrame())).toEqual([]);
    });
  }
});
