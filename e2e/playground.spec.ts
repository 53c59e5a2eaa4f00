import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { fillCard } from './card-entry.ts';
import type { CardFrame } from './element-page.ts';
import { cardFrame, press } from './element-page.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

const MASTERCARD = '5555555555554444';

test('an option changes fields and code under the buyer’s hands', async ({ page, system }) => {
  const card = await openPlayground(page, system);
  await card.name.fill('MARINA ALVES');
  const asked = page.locator('#last-call');

  await page.locator('#locale').selectOption('en');
  await expect(card.frame.getByText('Card number', { exact: true })).toBeVisible();
  await expect(asked).toHaveText("element.update({ locale: 'en' });");
  await expect(code(page)).toContainText("locale: 'en',");

  await page.getByRole('radio', { name: 'stacked' }).check();
  await expect(card.frame.locator('html')).toHaveAttribute('data-layout', 'stacked');
  await expect(code(page)).toContainText("layout: 'stacked',");

  await page.getByRole('radio', { name: 'dark' }).check();
  await expect(card.frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(code(page)).toContainText("appearance: { theme: 'dark' },");

  await page.getByText('Rótulos', { exact: true }).click();
  await page.locator('#label-cvv').fill('Security code');
  await expect(card.frame.getByText('Security code', { exact: true })).toBeVisible();

  await page.locator('#amount').fill('30000');
  await expect(page.locator('#pay')).toHaveText('Pagar R$ 300,00');
  await expect(card.installments.locator('option').nth(1)).toContainText('150');
  await expect(asked).toHaveText('element.update({ amount: 30000 });');

  await page.getByRole('button', { name: 'Restaurar' }).click();
  await expect(card.frame.getByText('Número do cartão', { exact: true })).toBeVisible();
  await expect(card.frame.getByText('CVV', { exact: true })).toBeVisible();
  await expect(code(page)).not.toContainText('labels');
  // One element all the while: nothing that was typed is lost.
  await expect(card.name).toHaveValue('MARINA ALVES');
});

test(`an amount that is none is named, and all else stays${rare()}`, async ({ page, system }) => {
  await openPlayground(page, system);
  const before = await code(page).textContent();
  for (const wrong of ['12,50', '', '0', '-3']) {
    await page.locator('#amount').fill(wrong);
    await expect(page.locator('#amount-error')).toHaveText('Use centavos inteiros, a partir de 1.');
    await expect(page.locator('#amount')).toHaveAttribute('aria-invalid', 'true');
    expect(await code(page).textContent()).toBe(before);
  }
  await page.locator('#amount').fill('1250');
  await expect(page.locator('#amount-error')).toBeEmpty();
  await expect(code(page)).toContainText('amount: 1250,');
});

test(`another account is another element, or says why not${rare()}`, async ({ page, system }) => {
  const card = await openPlayground(page, system);
  await card.name.fill('MARINA ALVES');
  await page.locator('#account').selectOption('preorder');
  await expect(page.locator('#last-call')).toContainText('um elemento novo');
  await expect(code(page)).toContainText("publicKey: 'pk_test_preorder',");
  await expect(code(page)).toContainText('customer: {');
  await expect(card.name).toHaveValue('');

  await page.locator('#account').selectOption('blocked');
  await expect(page.locator('#account-key')).toHaveText('pk_test_blocked');
  const refused = events(page, 'error').first();
  await expect(refused).toContainText('COMPANY_BLOCKED');
  await expect(page.locator('#preview-error')).not.toBeEmpty();
});

for (const kind of ['script', 'npm'] as const) {
  test(`the code by ${kind}, pasted into another page, makes the same fields${rare(kind === 'npm')}`, async ({
    page,
    system,
    merchant,
  }) => {
    await openPlayground(page, system);
    await page.locator('#locale').selectOption('es');
    await page.getByRole('radio', { name: 'stacked' }).check();
    await page.getByText('Rótulos', { exact: true }).click();
    await page.locator('#label-holderName').fill("D'Ávila </script>");
    await page.getByRole('radio', { name: kind }).check();
    await expect(code(page)).toContainText('Ávila');
    const pasted = (await code(page).textContent()) ?? '';

    await page.goto(merchant.origin + merchant.serve(pageWith(kind, pasted, system)));
    const card = cardFrame(page);
    await expect(card.frame.getByText("D'Ávila </script>", { exact: true })).toBeVisible();
    await expect(card.frame.getByText('Número de tarjeta', { exact: true })).toBeVisible();
    await expect(card.frame.locator('html')).toHaveAttribute('data-layout', 'stacked');
    await fillCard(card);
    const told = page.waitForEvent('console', (message) => message.type() === 'log');
    await press(page.locator('#pay'));
    const [prepared] = (await told).args();
    expect(await prepared?.jsonValue()).toMatchObject({ payinCard: { installments: 1 } });
  });
}

test('a card is told event by event, and its digits nowhere', async ({ page, system }) => {
  const card = await openPlayground(page, system);
  await fillCard(card, { number: MASTERCARD });
  await expect(events(page, 'change').first()).toContainText('completo, mastercard');
  await press(page.locator('#pay'));
  await expect(events(page, 'result')).toHaveCount(1);
  for (const name of ['ready', 'focus', 'blur']) await events(page, name).first().waitFor();
  // Newest first.
  await expect(page.locator('#events li').last()).toHaveAttribute('data-event', 'ready');

  const everything = await page.content();
  expect(everything).not.toContain(MASTERCARD);
  expect(everything).not.toMatch(/sk_test|Basic [\w+/]{8}/);

  await page.getByRole('button', { name: 'Limpar' }).click();
  await expect(page.locator('#events li')).toHaveCount(0);
});

test('every method is paid in the sandbox, in tabs, by its own price', async ({ page, system }) => {
  await openPlayground(page, system);
  await page.getByRole('radio', { name: 'Todos os métodos' }).check();
  await expect(page.locator('#last-call')).toContainText('client.mountPaymentElement');
  await page.getByRole('radio', { name: 'tabs' }).check();
  await page.getByRole('checkbox', { name: 'Boleto' }).uncheck();
  await page.getByLabel('Preço no PIX').fill('14391');
  await expect(code(page)).toContainText("layout: 'tabs',");
  await expect(code(page)).toContainText('prices: { PIX: 14391 },');
  const { frame } = cardFrame(page);
  await expect(frame.locator('.method')).toHaveText(['Cartão', /^PIX/, 'Seu banco']);
  await frame.locator('.method', { hasText: 'PIX' }).click();
  await expect(page.locator('#pay')).toHaveText('Pagar R$ 143,91');
  await press(page.locator('#pay'));
  await expect(events(page, 'pending')).toContainText('PENDING');
  await expect(frame.locator('#code')).not.toHaveValue('');
});

test(`shop and playground lead to each other by arrow keys${rare()}`, async ({ page, system }) => {
  await page.goto(system.shopUrl);
  await page.getByRole('link', { name: /^Playground/ }).click();
  await page.locator('#pay:enabled').waitFor();
  await page.getByRole('radio', { name: 'Script' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'npm' })).toBeFocused();
  await expect(code(page)).toContainText("import { init } from 'checkout-sdk';");
  await page.getByRole('link', { name: 'Voltar à loja' }).click();
  await expect(page.locator('#checkout')).toBeVisible();
});

test.describe('no violation is found and nothing is cut off', () => {
  // The page's policy forbids foreign scripts; the browser is told to let axe in anyway.
  test.use({ bypassCSP: true });

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    test(`${colorScheme}, ${width} wide: at first, paid, with all open${rare()}`, async ({
      page,
      system,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const card = await openPlayground(page, system);
      await expectGood(page, 'at first');
      await fillCard(card);
      await press(page.locator('#pay'));
      await expect(events(page, 'result')).toHaveCount(1);
      for (const closed of ['Variáveis', 'Rótulos']) await page.getByText(closed).click();
      await events(page, 'result').locator('summary').click();
      await page.locator('#amount').fill('0');
      await page.getByRole('radio', { name: 'contrast' }).check();
      await expectGood(page, 'with all open');
    });
  }
});

async function openPlayground(page: Page, system: System): Promise<CardFrame> {
  await page.goto(`${system.shopUrl}/playground`);
  await page.locator('#pay:enabled').waitFor();
  return cardFrame(page);
}

function code(page: Page) {
  return page.locator('#code');
}

function events(page: Page, name: string) {
  return page.locator(`#events [data-event="${name}"]`);
}

/** The code as it is pasted; the package is played by the served script, which has the same names. */
function pageWith(kind: 'script' | 'npm', pasted: string, system: System): string {
  const head = '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Loja</title>';
  if (kind === 'script') return head + pasted;
  const sdk = `${system.baseUrl}/checkout/sdk/checkout-sdk.js`;
  const script = pasted.replace(/^import .*$/m, 'const { init } = CheckoutSDK;');
  return `${head}<div id="card"></div><button id="pay" type="button">Pagar</button>
    <script src="${sdk}"></script><script>${script}</script>`;
}

async function expectGood(page: Page, state: string): Promise<void> {
  expect(await findViolations(page.mainFrame()), state).toEqual([]);
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, state).toBe(0);
}
