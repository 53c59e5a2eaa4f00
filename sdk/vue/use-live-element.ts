import { getCurrentInstance, h, shallowRef, watch } from 'vue';
import type { CheckoutClient } from '../init.ts';

/** What is mounted and follows the properties of its component. */
type Live = { sync: () => void; unmount: () => void };

/** What a component knows at the moment it mounts. */
type Home<Mounted> = {
  client: CheckoutClient;
  node: Element;
  /** Whether the parent listens to this event. */
  hears: (name: string) => boolean;
  onElement: (element: Mounted | null) => void;
};

/**
 * What our components have in common: `mount` is called once client and node are there, and anew
 * for another client; `options` are watched, and a change reaches what is mounted. Gives the mounted
 * element, null while there is none, and what the component renders.
 */
export function useLiveElement<Mounted>({
  client,
  options,
  mount,
}: {
  client: () => CheckoutClient | null | undefined;
  options: () => unknown[];
  mount: (home: Home<Mounted>) => Live;
}) {
  const instance = getCurrentInstance();
  const home = shallowRef<Element | null>(null);
  const element = shallowRef<Mounted | null>(null);
  let mounted: Live | null = null;

  // Vue keeps the listeners of declared events among what the parent gave.
  function hears(name: string): boolean {
    return instance?.vnode.props?.[`on${name[0]?.toUpperCase()}${name.slice(1)}`] !== undefined;
  }

  function onElement(next: Mounted | null): void {
    element.value = next;
  }

  watch(
    [client, home] as const,
    ([given, node], _before, onCleanup) => {
      if (!given || !node) return;
      const live = mount({ client: given, node, hears, onElement });
      mounted = live;
      onCleanup(() => {
        mounted = null;
        live.unmount();
      });
    },
    { flush: 'post' },
  );
  watch(options, () => mounted?.sync(), { flush: 'post', deep: true });

  return { element, render: () => h('div', { ref: home }) };
}
