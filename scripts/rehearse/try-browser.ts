import { chromium } from '@playwright/test';
import { routeTo } from './company.ts';
import { CARD } from './merchant.ts';
import { mustBe } from './report.ts';
import type { Stage } from './stage.ts';

/** As long as a busy machine may take to open a page and a frame. */
const PATIENCE_MS = 60_000;

/** A buyer types a card into the fields of the shop's page, on origins as in production. */
export async function tryBrowser(stage: Stage, executablePath: string): Promise<void> {
  const { report, operate } = stage;
  report.heading('In a browser');
  await routeTo(operate, 'CREDIT_CARD', 'cielo');
  await report.attempt('a card is typed into the fields of the shop’s page, and paid', () =>
    payInBrowser(stage, executablePath),
  );
}

async function payInBrowser({ shopUrl, parties }: Stage, executablePath: string): Promise<void> {
  const before = parties.cielo.sales.size;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    // The authority of the rehearsal is not this machine's.
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pt-BR' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(shopUrl);
    const frame = page.frameLocator('#card iframe');
    // What is typed before the form can be used goes nowhere.
    await frame.locator('#card:not([inert])').waitFor();
    await frame.locator('#cc-name').pressSequentially(CARD.holderName);
    await frame.locator('#cc-number').pressSequentially(CARD.number);
    await frame.locator('#cc-exp').pressSequentially('1240');
    await frame.locator('#cc-csc').pressSequentially(CARD.cvv);
    await page.locator('#pay').click();
    const message = page.locator('#message:not(:empty)');
    mustBe('what the page says', await message.textContent(), 'Status: APPROVED');
  } finally {
    await browser.close();
  }
  mustBe('the bookings', parties.cielo.sales.size - before, 1);
}
