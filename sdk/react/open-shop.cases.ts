import type { ReactNode, RefObject } from 'react';
import { act, createElement, createRef, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import type { OpenShop } from '../element/wrapper.cases.ts';
import { listenAnew } from '../element/wrapper.cases.ts';
import type { CheckoutClient } from '../init.ts';
import { createTestClient } from '../testing/index.ts';

type Given<Mounted> = { client: CheckoutClient | null; ref: RefObject<Mounted | null> };

/** In strict mode, which mounts everything twice. */
export function shopOf<Props, Mounted>(
  wrapper: (props: Props & Given<Mounted>) => ReactNode,
): OpenShop<Props> {
  return (heard) => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    const client = createTestClient();
    const told: [string, unknown][] = [];
    const listen = listenAnew(heard, told);
    const home = document.body.appendChild(document.createElement('main'));
    const root = createRoot(home);
    const ref = createRef<Mounted>();
    onTestFinished(async () => {
      await act(async () => root.unmount());
      home.remove();
    });
    let settling: Promise<void> | null = null;
    /** Renders at once; resolves once what follows is over, in one `act`, since two may not overlap. */
    const render = (node: ReactNode): Promise<void> => {
      act(() => root.render(createElement(StrictMode, null, node)));
      settling ??= settle();
      return settling;
    };
    const settle = async () => {
      await act(async () => undefined);
      settling = null;
    };
    return {
      client,
      told,
      node: () => home.firstElementChild,
      element: () => ref.current,
      show: (props) => render(wrapper({ client, ref, ...props, ...listen() })),
      hide: () => render(null),
    };
  };
}
