import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { callApi } from './merchant-api.ts';
import { heardOf, openPaymentPage } from './payment-page.ts';
import { rare } from './rare.ts';
import { expect, test } from './system.ts';

// Tab, Enter, Space and the arrow keys: from above the element to paid, and no click.

/** Presses a key; the focus is where it has to be then. */
async function press(page: Page, key: string, there: Locator): Promise<void> {
  await page.keyboard.press(key);
  await expect(there).toBeFocused();
}

/** Opens a page whose buyer stands above the element. */
async function openAbove(...asked: Parameters<typeof openPaymentPage>) {
  const [page] = asked;
  const opened = await openPaymentPage(...asked);
  const { frame } = opened;
  await page.evaluate('element.ready');
  await page.locator('#above').focus();
  const type = async (fields: { [id: string]: string }) => {
    for (const [id, text] of Object.entries(fields)) {
      await press(page, 'Tab', frame.locator(`#${id}`));
      await page.keyboard.type(text);
    }
  };
  return { ...opened, type, buy: page.locator('#buy'), shown: frame.locator('#pix') };
}

const CARD = {
  'cc-name': 'MARINA ALVES',
  'cc-number': '4111111111111111',
  'cc-exp': '1230',
  'cc-csc': '123',
};

/** From above to a method of the list, which is chosen as the arrow comes there. */
async function goTo(page: Page, method: (name: string) => Locator, name: string): Promise<void> {
  await press(page, 'Tab', method('Cartão'));
  for (const one of ['PIX', 'Boleto', 'Seu banco']) {
    if (await method(name).isChecked()) return;
    await press(page, 'ArrowDown', method(one));
  }
}

test('a wrong card is led to its field, and installments are chosen', async ({ page, places }) => {
  const { method, type, frame, buy, sent } = await openAbove(page, places);
  await press(page, 'Tab', method('Cartão'));
  await type({ ...CARD, 'cc-number': '4111111111111112' });
  await page.keyboard.press('Enter');
  await expect(frame.locator('#cc-number')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(CARD['cc-number']);
  await press(page, 'Tab', frame.locator('#cc-exp'));
  await press(page, 'Tab', frame.locator('#cc-csc'));
  await press(page, 'Tab', frame.locator('#cvv-help'));
  await press(page, 'Tab', frame.getByRole('combobox'));
  await page.keyboard.press('ArrowDown');
  await press(page, 'Tab', buy);
  await page.keyboard.press('Enter');
  await expect.poll(() => heardOf(page, 'onPaid')).toHaveLength(1);
  expect(sent).toMatchObject([{ installments: 2 }]);
});

test(`a saved card is paid by its code, and deleted${rare()}`, async ({ page, places, system }) => {
  const account = 'cardonfile';
  const customerId = `keys-${randomUUID()}`;
  const session = async () => {
    const { body } = await callApi(system, account, `/customers/${customerId}/session`, {});
    const methods = ['CREDIT_CARD'];
    const options = { customerToken: String(body.token), methods, maxInstallments: 1 };
    return { account, customerId, options };
  };
  const first = await openAbove(page, places, await session());
  await first.type(CARD);
  await press(page, 'Tab', first.frame.locator('#cvv-help'));
  await press(page, 'Tab', first.frame.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await press(page, 'Tab', first.buy);
  await page.keyboard.press('Enter');
  await expect.poll(() => heardOf(page, 'onPaid')).toHaveLength(1);

  const again = await openAbove(page, places, await session());
  const saved = again.savedCard('Visa •••• 1111');
  await expect(saved).toBeChecked();
  await press(page, 'Tab', saved);
  await press(page, 'Tab', again.frame.getByRole('button', { name: /^Excluir o cartão/ }));
  await press(page, 'Tab', again.frame.locator('#cc-csc'));
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect.poll(() => heardOf(page, 'onPaid')).toHaveLength(1);

  const last = await openAbove(page, places, await session());
  await expect(last.savedCard('Visa •••• 1111')).toBeChecked();
  await press(page, 'Tab', last.savedCard('Visa •••• 1111'));
  await press(page, 'Tab', last.frame.getByRole('button', { name: /^Excluir o cartão/ }));
  await page.keyboard.press('Enter');
  await press(page, 'Enter', last.frame.locator('#cc-name'));
  await expect(last.frame.getByRole('radio')).toHaveCount(0);
});

for (const [name, act, told, before] of [
  ['PIX', 'Copiar código', 'Código copiado', 0],
  // The line of a boleto stands before its button; a code of a PIX is not for the keyboard.
  ['Boleto', 'Copiar linha', 'Linha copiada', 1],
] as const) {
  test(`${name}: chosen, shown, copied and left${rare(name !== 'PIX')}`, async ({
    page,
    context,
    places,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { method, frame, again, buy, shown } = await openAbove(page, places);
    await goTo(page, method, name);
    await press(page, 'Tab', buy);
    // What is shown is where the buyer is now.
    await press(page, 'Enter', shown);
    for (let stops = 0; stops < before; stops += 1) await page.keyboard.press('Tab');
    const copy = frame.getByRole('button', { name: act, exact: true });
    await press(page, 'Tab', copy);
    await press(page, 'Enter', copy);
    await expect(frame.getByText(told)).toBeVisible();
    if (name === 'Boleto') {
      await press(page, 'Tab', frame.getByRole('button', { name: 'Copiar código' }));
    }
    await press(page, 'Tab', again);
    await press(page, 'Enter', method(name));
  });
}

test(`a bank is chosen, authorized there, and paid${rare()}`, async ({ page, places, system }) => {
  const { method, frame, buy, shown } = await openAbove(page, places);
  await goTo(page, method, 'Seu banco');
  const banks = frame.locator('.banks input');
  await expect(banks.first()).toBeVisible();
  const search = frame.getByRole('searchbox');
  if (await search.isVisible()) await press(page, 'Tab', search);
  await press(page, 'Tab', banks.first());
  await page.keyboard.press('Space');
  await expect(banks.first()).toBeChecked();
  await press(page, 'Tab', buy);
  await press(page, 'Enter', shown);
  await press(page, 'Tab', frame.getByRole('link', { name: 'Ir para o banco' }));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.origin === system.bankUrl);
  await press(page, 'Tab', page.getByRole('button', { name: 'Autorizar pagamento' }));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.origin === places.merchant.origin);
  await expect.poll(() => heardOf(page, 'onPaid')).toHaveLength(1);
});
