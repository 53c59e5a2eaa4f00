import type { PreparedCard } from '../payment/prepared-card.ts';
import type { CardElement, CardElementEvents } from './card-element.ts';
import type { CardElementOptions, CardElementUpdate, CardProps } from './card-element-options.ts';
import type { Listeners, LiveElement, LiveHome } from './live-element.ts';
import { createLiveElement } from './live-element.ts';

type CardEvents = CardElementEvents & { result: PreparedCard };
export type CardEventName = keyof CardEvents;
export type CardListeners = Listeners<CardEvents>;

type CardOption = keyof CardProps;

export const LIVE_OPTIONS = [
  'amount',
  'referenceId',
  'installments',
  'maxInstallments',
  'locale',
  'appearance',
  'layout',
  'labels',
  'placeholders',
  'brands',
] as const satisfies readonly (keyof CardElementUpdate)[];

/** Every option by name, for wrappers that have to list what they take. */
export const CARD_OPTIONS = [
  ...LIVE_OPTIONS,
  'customer',
  'fields',
  'token',
  'card',
] as const satisfies readonly CardOption[];

/** Another saved card is another form: it is mounted anew. */
const FIXED_OPTIONS = ['fields', 'token', 'card'] as const satisfies readonly CardOption[];

/** Does not compile while an option of `mountCardElement` is not in the list. */
type Unlisted = Exclude<CardOption, (typeof CARD_OPTIONS)[number]>;
export type AllOptionsAreListed<Option extends never = Unlisted> = Option;

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
