import type { TypedCardField } from '../../contract/card/card-field.ts';
import { cardFieldId, TYPED_CARD_FIELDS } from '../../contract/card/card-field.ts';
import type { PageLike } from './page-like.ts';

/**
 * What to type; a field that is left out is left alone. `expiry`: `MM/YY`, or as a buyer writes it.
 */
export type TypedCard = { [field in TypedCardField]?: string } & {
  /** Where the select is shown. */
  installments?: number;
  /** Has it saved, where the account saves cards. */
  save?: boolean;
};

/**
 * Fills the card fields as autofill does, in the card's element or in that of every method. `within`:
 * a selector of the node it is mounted into, for a page that has more than one.
 *
 * @example
 * await fillCard(page, testCard({ threeDS: 'challenge_authenticated' }));
 */
export async function fillCard(
  page: PageLike,
  card: TypedCard,
  { within = '' }: { within?: string } = {},
): Promise<void> {
  const documents = ':is([src*="/card?"], [src*="/payment?"])';
  const frame = page.frameLocator(`${within} iframe${documents}`.trim());
  for (const field of TYPED_CARD_FIELDS) {
    const value = card[field];
    if (value !== undefined) await frame.locator(`#${cardFieldId(field)}`).fill(value);
  }
  if (card.installments !== undefined) {
    await frame.locator(`#${cardFieldId('installments')}`).selectOption(String(card.installments));
  }
  if (card.save) await frame.locator('#save-card').click();
}
