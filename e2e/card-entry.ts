import type { Page } from '@playwright/test';
import type { CardFrame } from './element-page.ts';

type Fields = { name?: string; number?: string; expiry?: string; cvv?: string };
/** A card that is approved. */
export const GOOD = {
  name: 'MARINA ALVES',
  number: '4111111111111111',
  expiry: '12/30',
  cvv: '123',
};

/** As a browser fills a form: whole values, at once. (`fill` of Playwright types instead.) */
export async function fillCard(card: CardFrame, fields: Fields = {}): Promise<void> {
  const all = { ...GOOD, ...fields };
  for (const field of ['name', 'number', 'expiry', 'cvv'] as const) {
    await card[field].focus();
    await card[field].evaluate((input, value) => {
      if (input instanceof HTMLInputElement) input.value = value;
      const inputType = 'insertReplacementText';
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, all[field]);
  }
}

/** What `submit()` of the page's element told, value or error. */
export function submit(page: Page): Promise<unknown> {
  return page.evaluate('element.submit().then(plain, plain)');
}
