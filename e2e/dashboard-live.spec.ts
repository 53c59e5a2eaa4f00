import type { Page } from '@playwright/test';
import { openDashboard } from './dashboard-page.ts';
import { payByCard, payByPix } from './dashboard-payment.ts';
import { watchComplaints } from './docs-pages.cases.ts';
import { callApi } from './merchant-api.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

const LIST_SECONDS = 15;
const DETAIL_SECONDS = 5;

/** What pages asked for by themselves; each is awaited, so that no clock outruns an answer. */
async function passed(page: Page, seconds: number): Promise<number> {
  const answered = page.waitForResponse((response) => isLive(response.request()));
  await page.clock.runFor(seconds * 1_000);
  return (await answered).status();
}

function isLive(request: { headers(): Record<string, string> }): boolean {
  return 'x-live-refresh' in request.headers();
}

function watchAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isLive(request)) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('a new payment comes into an open list under its policy', async ({ page, system }) => {
  const complaints = watchComplaints(page);
  await payByCard(system);
  await openDashboard(page, system, { as: 'owner', path: '/payments' });
  const search = page.getByRole('searchbox');
  await search.fill('half a');
  await page.evaluate(() => scrollTo(0, 40));
  const place = await page.evaluate(() => scrollY);
  const { referenceId } = await payByCard(system);
  await expect(page.getByRole('link', { name: referenceId })).toHaveCount(0);

  expect(await passed(page, LIST_SECONDS)).toBe(200);

  await expect(page.getByRole('link', { name: referenceId })).toBeVisible();
  await expect(page.locator('.live + [aria-live="polite"]')).toHaveText(
    'Esta página foi atualizada.',
  );
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('half a');
  expect(await page.evaluate(() => scrollY)).toBe(place);
  expect(complaints).toEqual([]);
});

test('a payment that waits is followed until it is decided', async ({ page, system }) => {
  const { id } = await payByPix(system);
  const asked = watchAsked(page);
  await openDashboard(page, system, { as: 'owner', path: `/payments/${id}` });
  const state = page.locator('.facts dd').first();
  await expect(state).toHaveText('Aguardando');
  const paid = await callApi(system, 'no3ds', `/sandbox/payins/${id}/pay`, {});
  expect(paid.status).toBe(200);

  await passed(page, DETAIL_SECONDS);

  await expect(state).toHaveText('Aprovado');
  await expect(page.getByRole('link', { name: 'Reembolsar' })).toBeVisible();
  await page.clock.runFor(600_000);
  expect(asked).toHaveLength(1);
});

test(`events that somebody ticked stay so, and come later${rare()}`, async ({ page, system }) => {
  await openDashboard(page, system, { as: 'owner', path: '/webhooks/test' });
  const send = async () => {
    await page.goto(`${system.dashboardUrl}/webhooks/test`);
    await page.getByRole('textbox').fill('https://receptor.example/eventos');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect(page).toHaveURL(/\/webhooks\/evt_/);
  };
  await send();
  await page.goto(`${system.dashboardUrl}/webhooks`);
  const asked = watchAsked(page);
  const box = page.getByRole('checkbox').first();
  await box.check();
  await page.getByRole('heading', { level: 1 }).click();
  await page.clock.runFor(10 * LIST_SECONDS * 1_000);
  expect(asked).toEqual([]);
  await expect(box).toBeChecked();
  await box.uncheck();
  await box.blur();
  await passed(page, LIST_SECONDS);
  expect(asked).toEqual(['/webhooks']);
});

test('an open list asks no more after a sign-out elsewhere', async ({ page, system, context }) => {
  await payByCard(system);
  await openDashboard(page, system, { as: 'owner', path: '/payments' });
  const asked = watchAsked(page);
  const other = await context.newPage();
  await other.goto(`${system.dashboardUrl}/payments`);
  await other.getByRole('button', { name: 'Sair' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();

  expect(await passed(page, LIST_SECONDS)).toBe(401);

  await page.clock.runFor(600_000);
  expect(asked).toHaveLength(1);
});

test(`nothing of other people comes into a page${rare()}`, async ({ page, system, context }) => {
  await payByCard(system);
  await openDashboard(page, system, { as: 'owner', path: '/' });
  const asked = watchAsked(page);
  const before = await page.locator('main').textContent();
  const other = await context.newPage();
  await other.goto(system.dashboardUrl);
  await other.getByRole('button', { name: 'Sair' }).click();
  await openDashboard(other, system, { as: 'operator' });

  expect(await passed(page, 60)).toBe(200);

  await page.clock.runFor(600_000);
  expect(asked).toEqual(['/']);
  expect(await page.locator('main').textContent()).toBe(before);
});
