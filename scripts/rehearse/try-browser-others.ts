import type { Page } from '@playwright/test';
import type { PixBank } from '../../parties/pix-bank/pix-bank.ts';
import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import type { Buyer } from './buyer.ts';
import { answerBank, outcomeOf } from './buyer.ts';
import { routeTo } from './company.ts';
import { PLAIN_BANKS } from './open-parties.ts';
import { mustBe } from './report.ts';
import type { OtherMethod } from './shop-page.ts';
import { THANKS_PATH } from './shop-page.ts';
import type { Stage } from './stage.ts';
import { toldWith } from './stage.ts';
import { payBilletAtEfi } from './try-other-methods.ts';
import { payAtMercadoPago, payAtPagBank } from './try-pix.ts';

type Pay = (stage: Stage, id: string) => Promise<unknown>;

/** PIX, boletos and open finance, each at every provider that has it, in the shop's pages. */
export async function tryOtherMethodsInBrowser(stage: Stage, buyer: Buyer): Promise<void> {
  const { report, operate, parties } = stage;
  const atBank =
    (bank: PixBank): Pay =>
    (_stage, id) =>
      bank.notify([bank.pay(attemptKeyOf(id))]);
  const banks = PLAIN_BANKS.map((name): [string, Pay] => [name, atBank(parties.banks[name])]);
  for (const [name, pay] of [
    ...banks,
    ['efi', atBank(parties.efi)],
    ['mercadopago', payAtMercadoPago],
    ['pagbank', payAtPagBank],
  ] satisfies [string, Pay][]) {
    await routeTo(operate, 'PIX', name);
    await report.attempt(
      `${name}: a PIX is shown by its code, and its page tells that it is paid`,
      () => payOtherwise(stage, buyer, { method: 'pix', pay, look: mustShowCode }),
    );
  }
  for (const [name, pay] of [
    ['efi', payBilletAtEfi],
    ['mercadopago', payAtMercadoPago],
    ['pagbank', payAtPagBank],
  ] satisfies [string, Pay][]) {
    await routeTo(operate, 'BOLETO', name);
    await report.attempt(`${name}: a boleto is shown by its line and its file, and paid`, () =>
      payOtherwise(stage, buyer, { method: 'boleto', pay, look: mustShowSlip }),
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
  { method, pay, look }: { method: OtherMethod; pay: Pay; look: (page: Page) => Promise<void> },
): Promise<void> {
  const told = await buyer.visit(`${stage.shopUrl}/${method}`, async (page) => {
    await look(page);
    await pay(stage, await payinOf(page));
    return outcomeOf(page);
  });
  mustBe('what the page says', told, 'Status: APPROVED');
}

async function payinOf(page: Page): Promise<string> {
  return (await page.locator('#order:not(:empty)').textContent()) ?? '';
}

async function mustShowCode(page: Page): Promise<void> {
  const code = page.frameLocator('#pix iframe').locator('#code');
  await code.waitFor();
  mustBe('the code', (await code.inputValue()).includes('br.gov.bcb.pix'), true);
}

/** The line in the page, and behind it the file that a buyer prints. */
async function mustShowSlip(page: Page): Promise<void> {
  const slip = page.locator('#slip:not(:empty)');
  mustBe('the line', /^\d{47}$/.test((await slip.textContent()) ?? ''), true);
  const file = await page.request.get((await slip.getAttribute('href')) ?? '');
  mustBe('the file', [file.status(), file.headers()['content-type']], [200, 'application/pdf']);
}

async function payAtOwnBank({ shopUrl, parties: { efi } }: Stage, buyer: Buyer): Promise<void> {
  const told = await buyer.visit(`${shopUrl}/open-finance`, async (page) => {
    await answerBank(page, 'Confirm');
    await page.waitForURL(`${shopUrl}${THANKS_PATH}`);
    const consent = [...efi.consents.values()].at(-1);
    mustBe('the notice', await efi.notifyOfConsent(consent?.id ?? ''), toldWith(200));
    return outcomeOf(page);
  });
  mustBe('what the page says', told, 'Status: APPROVED');
}
