import type { CardToken } from '../../contract/card/card-token.ts';
import type { SavedCard, SavedCardList } from '../../contract/card/saved-card.ts';
import type { Locale } from '../../contract/locale.ts';
import type { CheckoutRequest } from '../../sdk/card-flow/checkout-request.ts';
import type { Brand, brandNamed } from '../card-form/brand.ts';
import type { Order } from '../card-payment/card-payment.ts';
import type { SavedCard as ChosenCard } from '../cvv-alone/cvv-alone.ts';
import type { CardList } from './card-list.ts';
import { createCardList } from './card-list.ts';

// This folder is a chunk of its own, loaded where a page has the session of a customer. It takes
// nothing but types from elsewhere, so that the chunk stands alone.

const DEADLINE_MS = 15_000;

/** What the form does for a card that is not typed; null: the whole card is asked for again. */
export type Choose = (card: (ChosenCard & { isCvvAsked: boolean }) | null) => void;

/**
 * Lists the cards that the customer saved above the fields and has the newest chosen. Each is charged
 * by a token that is made when it is submitted, for this order alone. Resolves with null where there
 * are none; rejects where the session is over or of another page.
 */
export async function offerSavedCards({
  document,
  request,
  session,
  order,
  isCvvAsked,
  brandNamed: nameBrand,
  announce,
  choose,
}: {
  document: Document;
  request: CheckoutRequest;
  session: { customerToken: string; pageOrigin: string };
  order: Readonly<Order>;
  isCvvAsked: boolean;
  brandNamed: typeof brandNamed;
  announce: (text: string) => void;
  choose: Choose;
}): Promise<CardList | null> {
  const ask = <Answer>(path: string, body: object, signal?: AbortSignal) =>
    request<Answer>({
      method: 'POST',
      path: `saved-cards${path}`,
      body: { ...session, ...body },
      deadlineMs: DEADLINE_MS,
      phase: 'saved-cards',
      signal,
    });

  function toChosen(card: SavedCard, brand: Brand | null): Parameters<Choose>[0] {
    return {
      brand,
      isCvvAsked,
      writeWords: () => undefined,
      async submit({ cvv, installments, installmentPlan, antifraud, signal }) {
        const risk = await antifraud;
        const { amount, referenceId } = order;
        const made = await ask<CardToken>(
          '/token',
          {
            id: card.id,
            ...{ amount, referenceId, installments },
            ...(installmentPlan && { installmentPlan }),
            ...(isCvvAsked && { cvv }),
          },
          signal,
        );
        const { token, brand: name, last4 } = made;
        const plan = made.installmentPlan && { installmentPlan: made.installmentPlan };
        return { token, brand: name, last4, installments, ...plan, antifraud: risk };
      },
    };
  }

  const { data } = await ask<SavedCardList>('', {});
  if (data.length === 0) return null;
  return createCardList({
    document,
    cards: data.map((card) => ({ ...card, label: nameBrand(card.brand)?.label ?? '' })),
    locale: () => document.documentElement.lang as Locale,
    announce,
    remove: (card) => ask('/delete', { id: card.id }),
    choose: (card) => choose(card && toChosen(card, nameBrand(card.brand))),
  });
}
