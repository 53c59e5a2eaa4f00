import type { Page } from '@playwright/test';
import type { Buyer } from './buyer.ts';
import { answerBank, outcomeOf } from './buyer.ts';
import { routeTo } from './company.ts';
import { PLAIN_BANKS } from './open-parties.ts';
import { mustBe } from './report.ts';
import type { OtherMethod } from './shop-page.ts';
import { THANKS_PATH } from './shop-page.ts';
import type { Stage } from './stage.ts';
import { toldWith } from './stage.ts';

/** PIX, boletos and open finance, each at every provider that has it, in the shop's pages. */
export async function tryOtherMethodsInBrowser(stage: Stage, buyer: Buyer): Promise<void> {
  const { report, operate } = stage;
  for (const name of [...PLAIN_BANKS, 'efi', 'mercadopago', 'pagbank']) {
    await routeTo(operate, 'PIX', name);
    await report.attempt(
      `${name}: a PIX is shown by its code, and its page tells that it is paid`,
      () => payOtherwise(stage, buyer, { method: 'pix', look: mustShowCode }),
    );
  }
  for (const [name, hasPix] of [
    ['efi', true],
    ['mercadopago', false],
    ['pagbank', false],
  ] as const) {
    await routeTo(operate, 'BOLETO', name);
    const what = hasPix ? 'its line, its PIX and its file' : 'its line and its file';
    await report.attempt(`${name}: a boleto is shown by ${what}, and paid`, () =>
      payOtherwise(stage, buyer, { method: 'boleto', look: (page) => mustShowSlip(page, hasPix) }),
    );
  }
  await routeTo(operate, 'OPEN_FINANCE', 'efi');
  await report.attempt('efi: a buyer goes to their bank, allows the payment and comes back', () =>
    payAtOwnBank(stage, buyer),
  );
}

async function payOtherwise(
  stage: Stage,
  buyer: Buyer,
  { method, look }: { method: OtherMethod; look: (page: Page) => Promise<void> },
): Promise<void> {
  const told = await buyer.visit(`${stage.shopUrl}/${method}`, async (page) => {
    await look(page);
    await page.locator('#play').click();
    return outcomeOf(page);
  });
  mustBe('what the page says', told, 'Status: APPROVED');
}

async function mustShowCode(page: Page): Promise<void> {
  const code = page.frameLocator('#pix iframe').locator('#code');
  await code.waitFor();
  mustBe('the code', (await code.inputValue()).includes('br.gov.bcb.pix'), true);
}

/** The line in the page, and behind it the file that a buyer prints. */
async function mustShowSlip(page: Page, hasPix: boolean): Promise<void> {
  const slip = page.locator('#slip:not(:empty)');
  mustBe('the line', /^\d{47}$/.test((await slip.textContent()) ?? ''), true);
  const code = (await page.locator('#slip-pix').textContent()) ?? '';
  mustBe('the PIX', code.includes('br.gov.bcb.pix'), hasPix);
  const file = await page.request.get((await slip.getAttribute('href')) ?? '');
  mustBe('the file', [file.status(), file.headers()['content-type']], [200, 'application/pdf']);
}

async function payAtOwnBank({ shopUrl, parties: { efi } }: Stage, buyer: Buyer): Promise<void> {
  const told = await buyer.visit(`${shopUrl}/open-finance`, async (page) => {
    await answerBank(page, 'Confirm');
    await page.waitForURL(({ pathname }) => pathname === THANKS_PATH);
    const consent = [...efi.consents.values()].at(-1);
    mustBe('the notice', await efi.notifyOfConsent(consent?.id ?? ''), toldWith(200));
    return outcomeOf(page);
  });
  mustBe('what the page says', told, 'Status: APPROVED');
}
