import { defineComponent, getCurrentInstance, h, shallowRef, watch } from 'vue';
import type { CardElement } from '../element/card-element.ts';
import type { CardProps } from '../element/card-element-options.ts';
import type { CardEventName, CardListeners, LiveCard } from '../element/live-card.ts';
import { CARD_OPTIONS, createLiveCard } from '../element/live-card.ts';
import type { CheckoutClient } from '../init.ts';

/** What `<CheckoutCard>` takes: the options of `mountCardElement`, and listeners by `@result`, … */
export type CheckoutCardProps = CardProps & {
  [listener in keyof CardListeners]?: NonNullable<CardListeners[listener]>;
} & { client: CheckoutClient | null | undefined };

/** What a template ref to `<CheckoutCard>` holds; `element` is null until the card is mounted. */
export type CheckoutCardInstance = { readonly element: CardElement | null };

const EMITS: CardEventName[] = [
  'result',
  'error',
  'ready',
  'change',
  'focus',
  'blur',
  'submit',
  'loaderror',
];

/**
 * The card fields as a component. `client`: from `init` or `loadCheckout`; the card is mounted when
 * it is there, and anew when it is another one. Every other change reaches the mounted card, and
 * what the buyer typed stays. Safe where it is rendered on a server, which shows the empty node.
 *
 * @example
 * <CheckoutCard ref="card" :client="client" :amount="15990" reference-id="order-1"
 *   @result="sendToMyServer" @error="(error) => (message = error.userMessage)" />
 */
export const CheckoutCard = /* @__PURE__ */ defineComponent(
  (props: CheckoutCardProps, { emit, expose }) => {
    const instance = getCurrentInstance();
    const home = shallowRef<Element | null>(null);
    const element = shallowRef<CardElement | null>(null);
    let card: LiveCard | null = null;

    watch(
      [() => props.client, home] as const,
      ([client, node], _before, onCleanup) => {
        if (!client || !node) return;
        const live = createLiveCard({
          client,
          node,
          read: () => props,
          tell: emit,
          // Vue keeps the listeners of declared events among what the parent gave.
          hears: (name) =>
            instance?.vnode.props?.[`on${name[0]?.toUpperCase()}${name.slice(1)}`] !== undefined,
          onElement: (next) => {
            element.value = next;
          },
        });
        card = live;
        onCleanup(() => {
          card = null;
          live.unmount();
        });
      },
      { flush: 'post' },
    );
    watch(
      () => CARD_OPTIONS.map((name) => props[name]),
      () => card?.sync(),
      { flush: 'post', deep: true },
    );

    expose({ element });
    return () => h('div', { ref: home });
  },
  { name: 'CheckoutCard', props: ['client', ...CARD_OPTIONS], emits: EMITS },
);

export { CheckoutPix, type CheckoutPixInstance, type CheckoutPixProps } from './checkout-pix.ts';
