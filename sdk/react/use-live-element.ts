import { useEffect, useRef, useState } from 'react';
import type { CheckoutClient } from '../init.ts';

/** What is mounted and follows the properties of its component. */
type Live = { sync: () => void; unmount: () => void };

/** What a hook knows at the moment it mounts. */
export type Home<Props, Mounted> = {
  client: CheckoutClient;
  target: Element;
  /** The properties as they are now. */
  read: () => Props;
  tell: (name: string, told: unknown) => void;
  /** Whether the page listens to this event. */
  hears: (name: string) => boolean;
  onElement: (element: Mounted | null) => void;
};

/**
 * What our hooks have in common: `mount` is called once client and target are there, and anew for
 * another client; every render reaches what is mounted, and callbacks are always the newest.
 * `mount` is the same function in every render.
 */
export function useLiveElement<Props extends object, Mounted>(
  client: CheckoutClient | null | undefined,
  props: Props,
  mount: (home: Home<Props, Mounted>) => Live,
): { ref: (node: Element | null) => void; element: Mounted | null } {
  const [target, ref] = useState<Element | null>(null);
  const [element, onElement] = useState<Mounted | null>(null);
  const latest = useRef(props);
  const mounted = useRef<Live | null>(null);

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
