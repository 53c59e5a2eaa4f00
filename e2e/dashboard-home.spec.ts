import type { Page } from '@playwright/test';
import { watchComplaints } from './docs-pages.cases.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

// Only an account without payments of its own is filled.
test.use({ systemOf: 'the home page of the dashboard' });

const FILL = 'Preencher com 90 dias de pagamentos de exemplo';
const FILLED_WITHIN_MS = 600_000;

async function signIn(page: Page, { dashboardUrl }: System, name: RegExp): Promise<void> {
  await page.goto(`${dashboardUrl}/`);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible();
}

/** Asked beside the page, which loads itself again meanwhile. */
async function untilFilled(page: Page, { dashboardUrl }: System): Promise<void> {
  const asked = async () => (await page.request.get(`${dashboardUrl}/`)).text();
  await expect
    .poll(async () => (await asked()).includes('<progress'), { timeout: FILLED_WITHIN_MS })
    .toBe(false);
  // It loads itself a last time, and never again.
  await expect(page.locator('body:not(:has(progress)) footer')).toBeVisible();
}

/** Until the service has taken it on: before, there is nothing to wait for. */
async function pressFill(page: Page): Promise<void> {
  const taken = page.waitForResponse((response) => response.url().endsWith('/samples'));
  await page.getByRole('button', { name: FILL }).click();
  expect((await taken).status()).toBe(303);
}

// Filling takes long: what is filled and how it is drawn is told beside both.
test(`a newcomer fills an account, and sees how it went${rare()}`, async ({ page, system }) => {
  test.setTimeout(900_000);
  const complaints = watchComplaints(page);
  await signIn(page, system, /Marina Prado/);
  await expect(page.getByText('Ainda não há pagamentos')).toBeVisible();
  await pressFill(page);
  await untilFilled(page, system);

  const chart = page.getByRole('figure', { name: 'Aprovado por dia' });
  const drawing = chart.getByRole('slider', { name: 'Aprovado por dia' });
  await drawing.press('Home');
  const first = await drawing.getAttribute('aria-valuetext');
  await drawing.press('ArrowRight');
  await expect(drawing).not.toHaveAttribute('aria-valuetext', first ?? '');
  await expect(chart.locator('.readout')).toBeVisible();
  await drawing.press('Escape');
  await expect(chart.locator('.readout')).toBeHidden();
  await drawing.hover();
  await expect(chart.locator('.readout')).toContainText('PIX: ');
  await expect(chart.getByRole('listitem').filter({ hasText: 'Cartão de crédito' })).toBeVisible();
  // Each day is in the table beside the drawing.
  await chart.getByText('Ver os números').click();
  await expect(chart.getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('table', { name: 'Por que cartões foram recusados' })).toBeVisible();
  await expect(page.getByRole('figure', { name: /Aprovação de cartões/ })).toBeVisible();
  expect(complaints).toEqual([]);
});
