import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { TypedCard } from '../element-page.ts';
import { cardFrame, typeCard } from '../element-page.ts';
import type { System } from '../system.ts';

/** What a buyer has typed when an attack begins. */
export const TYPED = {
  name: 'MARINA ALVES',
  number: '4111 1111 1111 1111',
  expiry: '12/30',
  cvv: '123',
};

/** Types the card; answers what tells whether an attack changed anything. */
export async function typeAndWatch(page: Page, system: System, typed: TypedCard = {}) {
  const card = cardFrame(page);
  await typeCard(card, typed);
  // What keeps the card is fetched while it is typed, and comes after it.
  await card.number.locator('xpath=ancestor::form//*[@id="kept"]').waitFor({ state: 'attached' });
  const tokens: string[] = [];
  const elsewhere: string[] = [];
  const printed = /4111\D?1111\D?1111\D?1111/;
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/checkout/tokens')) tokens.push(url.origin);
    if (url.origin !== system.checkoutUrl && printed.test(request.postData() ?? '')) {
      elsewhere.push(url.href);
    }
  });

  return {
    card,
    tokens,
    /** The fields hold what was typed, no token was asked for, nothing of the card went out. */
    async expectUntouched() {
      await expect(card.name).toHaveValue(typed.name ?? TYPED.name);
      await expect(card.number).toHaveValue(TYPED.number);
      await expect(card.expiry).toHaveValue(TYPED.expiry);
      await expect(card.cvv).toHaveValue(TYPED.cvv);
      expect(tokens).toEqual([]);
      expect(elsewhere).toEqual([]);
    },
    /** A submit of the page's own still makes one token, at the frame's own origin. */
    async expectHonestSubmit(submit: string) {
      const result = await page.evaluate(submit);
      expect(JSON.stringify(result)).toMatch(/"token":"[\w-]{20,}"/);
      expect(JSON.stringify(result)).toContain('"last4":"1111"');
      expect(JSON.stringify(result)).not.toMatch(printed);
      expect(tokens).toEqual([system.checkoutUrl]);
      expect(elsewhere).toEqual([]);
      await expect(card.number).not.toBeEditable();
    },
  };
}

/** The submit of a page that holds the bare port, and of one with the sdk. */
export const RAW_SUBMIT = 'ask("submit")';
export const ELEMENT_SUBMIT = 'element.submit().then(plain, plain)';
