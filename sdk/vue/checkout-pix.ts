import { defineComponent, getCurrentInstance, h, shallowRef, watch } from 'vue';
import type { LivePix, PixProps, PixTold } from '../element/live-pix.ts';
import { createLivePix, PIX_OPTIONS } from '../element/live-pix.ts';
import type { CheckoutClient } from '../init.ts';
import type { PixElement, PixEnd } from '../pix/pix-element.ts';

/** What `<CheckoutPix>` takes: the options of `mountPixElement`, and listeners by `@paid`, … */
export type CheckoutPixProps = PixProps & {
  client: CheckoutClient | null | undefined;
  onReady?: (element: PixElement) => void;
  onPaid?: (end: PixEnd) => void;
  onExpired?: (end: PixEnd) => void;
  onError?: (error: unknown) => void;
};

/** What a template ref to `<CheckoutPix>` holds; `element` is null until the PIX is shown. */
export type CheckoutPixInstance = { readonly element: PixElement | null };

const EMITS: (keyof PixTold)[] = ['ready', 'paid', 'expired', 'error'];

/**
 * A payin by PIX as a component, shown as soon as there is a `payin`, and anew for another one.
 * Safe where it is rendered on a server, which shows the empty node.
 *
 * @example
 * <CheckoutPix :client="client" :payin="payin" @paid="showThanks" @expired="offerAnother" />
 */
export const CheckoutPix = /* @__PURE__ */ defineComponent(
  (props: CheckoutPixProps, { emit, expose }) => {
    const instance = getCurrentInstance();
    const home = shallowRef<Element | null>(null);
    const element = shallowRef<PixElement | null>(null);
    let pix: LivePix | null = null;

    watch(
      [() => props.client, home] as const,
      ([client, node], _before, onCleanup) => {
        if (!client || !node) return;
        const live = createLivePix({
          client,
          target: node,
          read: () => props,
          tell: emit,
          // Vue keeps the listeners of declared events among what the parent gave.
          hears: (name) =>
            instance?.vnode.props?.[`on${name[0]?.toUpperCase()}${name.slice(1)}`] !== undefined,
          onElement: (next) => {
            element.value = next;
          },
        });
        pix = live;
        onCleanup(() => {
          pix = null;
          live.unmount();
        });
      },
      { flush: 'post' },
    );
    watch(
      () => PIX_OPTIONS.map((name) => props[name]),
      () => pix?.sync(),
      { flush: 'post', deep: true },
    );

    expose({ element });
    return () => h('div', { ref: home });
  },
  { name: 'CheckoutPix', props: ['client', ...PIX_OPTIONS], emits: EMITS },
);
