import { useEffect, useRef, useState } from 'react';
import type { LiveElement, LiveHome } from '../element/live-element.ts';
import type { CheckoutClient } from '../init.ts';

/** What a hook answers. `element`: null on a server, and until it is mounted. */
export type ElementHandle<Mounted> = {
  /** Goes to the node that the element is to be mounted into. */
  ref: (node: Element | null) => void;
  element: Mounted | null;
};

/** What a component takes besides the properties of its hook: the client and what its node is given. */
export type NodeProps = {
  client: CheckoutClient | null | undefined;
  className?: string | undefined;
  id?: string | undefined;
};

/**
 * What our hooks have in common: `mount` is called once client and target are there, and anew for
 * another client; every render reaches what is mounted, and callbacks are always the newest.
 * `mount` is the same function in every render.
 */
export function useLiveElement<Props extends object, Mounted>(
  client: CheckoutClient | null | undefined,
  props: Props,
  mount: (home: LiveHome<CheckoutClient, Props, string, Mounted>) => LiveElement,
): ElementHandle<Mounted> {
  const [target, ref] = useState<Element | null>(null);
  const [element, onElement] = useState<Mounted | null>(null);
  const latest = useRef(props);
  const mounted = useRef<LiveElement | null>(null);

  useEffect(() => {
    latest.current = props;
    mounted.current?.sync();
  });
  useEffect(() => {
    if (!client || !target) return;
    const live = mount({
      client,
      target,
      read: () => latest.current,
      tell: (name, told) => listenerOf(latest.current, name)?.(told),
      hears: (name) => listenerOf(latest.current, name) !== null,
      onElement,
    });
    mounted.current = live;
    return () => {
      mounted.current = null;
      live.unmount();
    };
  }, [client, target, mount]);

  return { ref, element };
}

/** `onPaid` for `paid`. */
function listenerOf(props: object, name: string): ((told: unknown) => void) | null {
  const listener: unknown = Reflect.get(props, `on${name[0]?.toUpperCase()}${name.slice(1)}`);
  return typeof listener === 'function' ? (told) => listener(told) : null;
}
