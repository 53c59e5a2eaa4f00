import { expect, test } from './browser.ts';
import { CARD, openShop } from './checkout.ts';

test('a buyer goes through the fields and out by keys, and pays', async ({ session, system }) => {
  await openShop(session, system);
  const card = session.frame(CARD);
  await session.page.evaluate(`document.querySelector('#state').focus()`);
  await session.press('Tab');
  for (const [field, typed] of [
    ['cc-name', 'MARINA ALVES'],
    ['cc-number', '4111111111111111'],
    ['cc-exp', '1230'],
    ['cc-csc', '123'],
  ] as const) {
    await session.press('Tab');
    await expect.poll(() => card.focused()).toBe(field);
    await session.write(typed);
  }
  await session.press('Tab');
  await expect.poll(() => card.focused()).toBe('cvv-help');
  await session.press('Tab');
  await expect.poll(() => card.focused()).toBe('installments');
  await session.press('Tab');
  await expect.poll(() => session.page.focused()).toBe('pay');
  await session.press('Tab', 'Shift');
  await expect.poll(() => card.focused()).toBe('installments');
  await session.press('Tab', 'Shift');
  await expect.poll(() => card.focused()).toBe('cvv-help');
  await session.press('Tab', 'Shift');
  await expect.poll(() => card.focused()).toBe('cc-csc');
  await session.press('Enter');
  await expect.poll(() => session.page.text('#result-title')).toBe('Pagamento aprovado');
});

test('Enter with an empty field goes to that field', async ({ session, system }) => {
  await openShop(session, system);
  const card = session.frame(CARD);
  await card.type('#cc-name', 'MARINA');
  await session.press('Enter');
  await expect.poll(() => card.focused()).toBe('cc-number');
  expect(await card.text('#cc-number-error')).toBe('Informe o número do cartão');
});
