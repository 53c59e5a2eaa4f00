import type { PreparedCard } from '../payment/prepared-card.ts';
import { CARD_ELEMENT_OPTIONS } from '../shared/known-options.ts';
import type { CardElement, CardElementEvents } from './card-element.ts';
import type { CardElementOptions, CardProps } from './card-element-options.ts';
import type { Listeners, LiveElement, LiveHome } from './live-element.ts';
import { createLiveElement } from './live-element.ts';

type CardEvents = CardElementEvents & { result: PreparedCard };
export type CardEventName = keyof CardEvents;
export type CardListeners = Listeners<CardEvents>;

/** Every option by name, for wrappers that have to list what they take. */
export const CARD_OPTIONS = /* @__PURE__ */ CARD_ELEMENT_OPTIONS.filter(
  (name): name is keyof CardProps => !name.startsWith('on'),
);

/** Another saved card is another form: it is mounted anew. */
const FIXED_OPTIONS = ['fields', 'token', 'card'] as const;

type Client = { mountCardElement: (target: Element, options: CardElementOptions) => CardElement };

export function createLiveCard(
  home: LiveHome<Client, CardProps | null, CardEventName, CardElement>,
): LiveElement {
  return createLiveElement<CardProps, CardElement>(home, CARD_OPTIONS, FIXED_OPTIONS, (options) =>
    home.client.mountCardElement(home.target, {
      ...options,
      onResult: (prepared) => home.tell('result', prepared),
    }),
  );
}
