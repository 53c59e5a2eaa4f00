import { openShop, shopResult } from './shop-page.ts';
import { expect, test } from './system.ts';

test.describe('with the keyboard alone', () => {
  test('a buyer goes through page and fields and out again, and pays', async ({ page, system }) => {
    const card = await openShop(page, system);
    const { keyboard } = page;
    await page.locator('#state').focus();
    await keyboard.press('Tab');
    const method = card.frame.getByRole('radio', { name: 'Cartão' });
    await expect(method).toBeFocused();
    for (const [field, typed] of [
      [card.name, 'MARINA ALVES'],
      [card.number, '4111111111111111'],
      [card.expiry, '1230'],
      [card.cvv, '123'],
    ] as const) {
      await keyboard.press('Tab');
      await expect(field).toBeFocused();
      await keyboard.type(typed);
    }
    await keyboard.press('Tab');
    await expect(card.cvvHelp).toBeFocused();
    await keyboard.press('Tab');
    await expect(card.installments).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(card.installments).toHaveValue('2');
    await keyboard.press('Tab');
    await expect(page.locator('#pay')).toBeFocused();
    await keyboard.press('Shift+Tab');
    await expect(card.installments).toBeFocused();
    for (const field of [card.cvvHelp, card.cvv, card.expiry, card.number, card.name]) {
      await keyboard.press('Shift+Tab');
      await expect(field).toBeFocused();
    }
    await keyboard.press('Shift+Tab');
    await expect(method).toBeFocused();
    await page.locator('#pay').focus();
    await keyboard.press('Enter');
    const result = shopResult(page);
    await expect(result.title).toHaveText('Pagamento aprovado');
    await expect(result.title).toBeFocused();
  });
});
