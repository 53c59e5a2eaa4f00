import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../browser.mjs';
import { ensureBuilt } from '../build/built.mjs';
import { enterProject } from '../install.mjs';
import { animatedPng } from './animated-png.mjs';

// `npm run pictures`: the pictures of the README and the documentation, taken from the running system
// in a browser: the shop, a payment with a challenge from the empty card to the approval, and pages of
// the dashboard in each language.

enterProject();
const executablePath = await ensureBrowser();
ensureBuilt();

const folder = 'docs/pictures';
const dataDir = mkdtempSync(join(tmpdir(), 'checkout-pictures-'));
process.env.DATA_DIR = dataDir;
process.env.LOG_LEVEL = 'warn';
const { addresses, startSystem } = await import('../system/system.mjs');
const { answerChallenge, CHALLENGE_CODE, fillCard, testCard } = await import(
  '../../dist/package/testing.mjs'
);

const system = await startSystem((code) => process.exit(code));
try {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await takeShop(browser);
  await takePayment(browser);
  await takeDashboard(browser);
  await browser.close();
} finally {
  await system.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`Pictures in ${folder}.`);

async function takeShop(browser) {
  const page = await openShop(browser, { width: 1120, height: 860 });
  await page.screenshot({ path: `${folder}/shop.png` });
  await page.context().close();
}

async function takePayment(browser) {
  const page = await openShop(browser, { width: 420, height: 760 });
  const frames = [];
  const take = async (milliseconds) => frames.push({ png: await page.screenshot(), milliseconds });

  await page.locator('#checkout iframe, iframe').first().scrollIntoViewIfNeeded();
  await take(900);
  const card = testCard({ threeDS: 'challenge_authenticated' });
  const typed = { ...card, holderName: 'MARINA ALVES' };
  for (const field of ['number', 'expiry', 'cvv', 'holderName']) {
    await fillCard(page, { [field]: typed[field] });
    await take(600);
  }
  await page.locator('#pay').scrollIntoViewIfNeeded();
  await take(700);
  await page.locator('#pay').click();
  const bank = page
    .frameLocator('dialog[open] iframe')
    .frameLocator('#stage iframe')
    .frameLocator('iframe');
  await bank.locator('input[name=code]').waitFor();
  await take(1600);
  await bank.locator('input[name=code]').fill(CHALLENGE_CODE);
  await take(900);
  await answerChallenge(page, { code: CHALLENGE_CODE });
  await page.locator('#result-title').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(2800);
  writeFileSync(`${folder}/payment.png`, animatedPng(frames));
  await page.context().close();
}

async function takeDashboard(browser) {
  await inDashboard(browser, 'pt-BR', async (page) => {
    await page.getByRole('button', { name: 'Preencher com 90 dias' }).click();
    await page.locator('body:not(:has(progress)) main svg').first().waitFor({ timeout: 300_000 });
  });
  for (const [language, locale] of [
    ['pt', 'pt-BR'],
    ['en', 'en-US'],
  ]) {
    await inDashboard(browser, locale, async (page) => {
      await page.screenshot({ path: `${folder}/dashboard/home-${language}.png` });
      await page.goto(`${addresses.dashboard}/payments?status=REFUNDED&method=CREDIT_CARD`);
      await page.locator('main table a').first().click();
      await page.locator('main h1').waitFor();
      await page.screenshot({ path: `${folder}/dashboard/payment-${language}.png` });
    });
  }
}

async function inDashboard(browser, locale, look) {
  const viewport = { width: 1120, height: 1180 };
  const context = await browser.newContext({ viewport, locale, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(`${addresses.dashboard}/sign-in?to=/`);
  await page.locator('button[value="owner@tresmarias.example"]').click();
  await page.locator('main h1').waitFor();
  await look(page);
  await context.close();
}

async function openShop(browser, viewport) {
  const context = await browser.newContext({ viewport, locale: 'pt-BR', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${addresses.shop}/?account=preorder`);
  await page.locator('#pay:enabled').waitFor();
  await page.frameLocator('iframe[src*="/payment?"]').locator('#card:not([inert])').waitFor();
  return page;
}
