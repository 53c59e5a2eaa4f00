import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fillCard, testCard } from '../sdk/testing/index.ts';
import { findViolations } from './axe.ts';
import { callApi } from './merchant-api.ts';
import { frameDocument } from './merchant-page.ts';
import { openPaymentPage } from './payment-page.ts';
import type { Places, System } from './system.ts';
import { expect, test } from './system.ts';

const ACCOUNT = 'cardonfile';

async function sessionOf(system: System, customerId: string, page = {}): Promise<string> {
  const { body } = await callApi(system, ACCOUNT, `/customers/${customerId}/session`, page);
  return String(body.token);
}

async function cardsOf(system: System, customerId: string): Promise<unknown[]> {
  const { body } = await callApi(system, ACCOUNT, `/customers/${customerId}/cards`);
  return body.data as unknown[];
}

/** A visit of one customer, who may have been here before. */
async function visit(page: Page, places: Places, customerId: string) {
  const customerToken = await sessionOf(places.system, customerId);
  const opened = await openPaymentPage(page, places, {
    account: ACCOUNT,
    customerId,
    options: { customerToken, methods: ['CREDIT_CARD'] },
  });
  await page.evaluate('element.ready');
  return { ...opened, save: opened.frame.getByRole('checkbox') };
}

test('a card is saved by the tick, chosen on the next visit, and deleted there', async ({
  page,
  places,
  system,
}) => {
  const customerId = `buyer-${randomUUID()}`;
  const first = await visit(page, places, customerId);
  await expect(first.save).not.toBeChecked();
  await expect(first.save).toHaveAccessibleName('Salvar este cartão para a próxima compra');
  await first.save.check();
  await first.typeCard();
  expect(await first.pay()).toMatchObject({ outcome: 'paid' });
  expect(await cardsOf(system, customerId)).toMatchObject([{ brand: 'visa', last4: '1111' }]);

  const second = await visit(page, places, customerId);
  const saved = second.savedCard('Visa •••• 1111');
  await expect(saved).toBeChecked();
  await expect(second.frame.getByRole('textbox')).toHaveCount(1);
  await expect(second.save).toBeHidden();
  const inside = frameDocument(page, system, 'payment');
  expect(await findViolations(inside)).toEqual([]);
  const height = await inside.evaluate<number>("document.querySelector('main').offsetHeight");
  await expect(page.locator('#pay iframe')).toHaveCSS('height', `${height}px`);
  await second.frame.locator('#cc-csc').fill('123');
  expect(await second.pay()).toMatchObject({ outcome: 'paid' });
  expect(JSON.stringify(second.sent)).not.toContain('card_');

  const third = await visit(page, places, customerId);
  await third.savedCard('Usar outro cartão').check();
  await expect(third.frame.getByRole('textbox')).toHaveCount(4);
  await expect(third.save).toBeVisible();
  await third.frame.getByRole('button', { name: 'Excluir o cartão Visa •••• 1111' }).click();
  await third.frame.getByRole('button', { name: 'Sim, excluir' }).click();
  await expect(third.frame.getByRole('radio')).toHaveCount(0);
  expect(await cardsOf(system, customerId)).toEqual([]);
  await third.typeCard({ number: '5555555555554444' });
  expect(await third.pay()).toMatchObject({ outcome: 'paid' });
  // Nobody ticked the box.
  expect(await cardsOf(system, customerId)).toEqual([]);
});

test('a page that has no session of the customer, or one of another page, gets no list', async ({
  page,
  places,
  system,
}) => {
  const customerId = `buyer-${randomUUID()}`;
  const first = await visit(page, places, customerId);
  await fillCard(page, { ...testCard(), save: true });
  await first.pay();
  expect(await cardsOf(system, customerId)).toHaveLength(1);
  const ofOther = await sessionOf(system, customerId, { origin: 'https://another-shop.example' });
  for (const customerToken of [undefined, 'cst_nothing', ofOther]) {
    const opened = await openPaymentPage(page, places, {
      account: ACCOUNT,
      options: { customerToken, methods: ['CREDIT_CARD'] },
    });
    await page.evaluate('element.ready');
    await opened.typeCard();
    await expect(opened.frame.getByRole('radio')).toHaveCount(0);
  }
  // Nor can the page ask by itself what its frame may.
  const asked = await page.evaluate(
    ([url, token]) =>
      fetch(`${url}/checkout/saved-cards`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-public-key': 'pk_test_cardonfile' },
        body: JSON.stringify({ customerToken: token, pageOrigin: location.origin }),
      }).then(
        () => 'answered',
        () => 'kept from it',
      ),
    [system.checkoutUrl, await sessionOf(system, customerId)],
  );
  expect(asked).toBe('kept from it');
});
