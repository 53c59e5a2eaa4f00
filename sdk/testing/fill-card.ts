import type { PageLike } from './page-like.ts';

/** What to type; a field that is left out is left alone. */
export type TypedCard = {
  holderName?: string;
  number?: string;
  /** `MM/YY`, or any other way a buyer writes it. */
  expiry?: string;
  cvv?: string;
  /** Where the select is shown. */
  installments?: number;
};

/**
 * Fills the card fields as autofill does. `within`: a selector of the node the card is mounted
 * into, for a page that has more than one.
 *
 * @example
 * await fillCard(page, testCard({ threeDS: 'challenge_authenticated' }));
 */
export async function fillCard(
  page: PageLike,
  card: TypedCard,
  { within = '' }: { within?: string } = {},
): Promise<void> {
  const frame = page.frameLocator(`${within} iframe[src*="/card?"]`.trim());
  for (const [field, id] of Object.entries(FIELDS)) {
    const value: unknown = Reflect.get(card, field);
    if (typeof value === 'string') await frame.locator(id).fill(value);
  }
  if (card.installments !== undefined) {
    await frame.locator('#installments').selectOption(String(card.installments));
  }
}

const FIELDS = { holderName: '#cc-name', number: '#cc-number', expiry: '#cc-exp', cvv: '#cc-csc' };
