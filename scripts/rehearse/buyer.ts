import type { Browser, FrameLocator, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { CARD } from './merchant.ts';

/** As long as a busy machine may take to open a page and a frame. */
const PATIENCE_MS = 60_000;

export type BankAnswer = 'Confirm' | 'Refuse';

export type Buyer = {
  visit: <Result>(url: string, work: (page: Page) => Promise<Result>) => Promise<Result>;
  leave: () => Promise<void>;
};

export async function openBuyer(executablePath: string): Promise<Buyer> {
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return {
    async visit(url, work) {
      // The authority of the rehearsal is not this machine's.
      const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'pt-BR' });
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE_MS);
        await page.goto(url);
        return await work(page);
      } finally {
        await context.close();
      }
    },
    leave: () => browser.close(),
  };
}

export async function payByCard(page: Page, changes: Partial<typeof CARD> = {}): Promise<void> {
  const { holderName, number, cvv } = { ...CARD, ...changes };
  const frame = page.frameLocator('#card iframe');
  // What is typed before the form can be used goes nowhere.
  await frame.locator('#card:not([inert])').waitFor();
  await frame.locator('#cc-name').pressSequentially(holderName);
  await frame.locator('#cc-number').pressSequentially(number);
  await frame.locator('#cc-exp').pressSequentially('1240');
  await frame.locator('#cc-csc').pressSequentially(cvv);
  await page.locator('#pay').click();
}

export async function outcomeOf(page: Page): Promise<string | null> {
  return page.locator('#message:not(:empty)').textContent();
}

export function challengeOf(page: Page): FrameLocator {
  const stage = page.frameLocator('dialog[open] iframe').frameLocator('#stage iframe');
  return stage.frameLocator('iframe');
}

export async function answerBank(bank: FrameLocator | Page, answer: BankAnswer): Promise<void> {
  await bank.getByRole('button', { name: answer, exact: true }).dispatchEvent('click');
}
