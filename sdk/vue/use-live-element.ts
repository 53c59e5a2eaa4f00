import { getCurrentInstance, h, shallowRef, watch } from 'vue';
import type { LiveElement, LiveHome } from '../element/live-element.ts';
import type { CheckoutClient } from '../init.ts';

type Context<Name> = {
  emit: (name: Name, told: unknown) => void;
  expose: (exposed: object) => void;
};

/**
 * What our components have in common, as their setup: `mount` is called once client and target are
 * there, and anew for another client; the properties named `options` are watched, and a change
 * reaches what is mounted. A template ref holds the mounted element, null while there is none.
 * Gives what the component renders.
 */
export function useLiveElement<
  Props extends { client: CheckoutClient | null | undefined },
  Name extends string,
  Mounted,
>(
  props: Props,
  { emit, expose }: Context<Name>,
  options: readonly (keyof Props)[],
  mount: (home: LiveHome<CheckoutClient, Props, Name, Mounted>) => LiveElement,
) {
  const instance = getCurrentInstance();
  const home = shallowRef<Element | null>(null);
  const element = shallowRef<Mounted | null>(null);
  let live: LiveElement | null = null;

  watch(
    [() => props.client, home] as const,
    ([client, target], _before, onCleanup) => {
      if (!client || !target) return;
      live = mount({
        client,
        target,
        read: () => props,
        tell: emit,
        // Vue keeps the listeners of declared events among what the parent gave.
        hears: (name) =>
          instance?.vnode.props?.[`on${name[0]?.toUpperCase()}${name.slice(1)}`] !== undefined,
        onElement: (next) => {
          element.value = next;
        },
      });
      onCleanup(() => {
        live?.unmount();
        live = null;
      });
    },
    { flush: 'post' },
  );
  watch(
    () => options.map((name) => props[name]),
    () => live?.sync(),
    { flush: 'post', deep: true },
  );

  expose({ element });
  return () => h('div', { ref: home });
}

/** Both lists as one. A function, so that a shop does not get the lists of what it does not take. */
export function join<const One, Other>(one: readonly One[], other: readonly Other[]) {
  return [...one, ...other];
}
