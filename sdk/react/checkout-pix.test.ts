import type { ReactNode } from 'react';
import { act, createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pixWrapperCases } from '../element/live-pix.cases.ts';
import type { PixProps } from '../element/live-pix.ts';
import { createTestClient } from '../testing/index.ts';
import { CheckoutPix } from './index.ts';

let close: () => Promise<void>;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(async () => {
  await close?.();
  document.body.replaceChildren();
});

/** In strict mode, which mounts everything twice. */
function open(heard?: 'nothing') {
  const client = createTestClient();
  const told: [string, unknown][] = [];
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  close = () => act(async () => root.unmount());
  const listeners = {
    onReady: (element: unknown) => told.push(['ready', element]),
    onPaid: (end: unknown) => told.push(['paid', end]),
    onExpired: (end: unknown) => told.push(['expired', end]),
    onError: (error: unknown) => told.push(['error', error]),
  };
  let settling: Promise<void> | null = null;
  /** Renders at once; resolves once what follows is over, in one `act`, since two may not overlap. */
  const render = (node: ReactNode): Promise<void> => {
    act(() => root.render(node));
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
    show(props: PixProps) {
      const pix = createElement(CheckoutPix, { client, ...props, ...(heard ? {} : listeners) });
      return render(createElement(StrictMode, null, pix));
    },
    hide: () => render(null),
  };
}

describe('CheckoutPix for React, in strict mode', () => {
  it('is an empty node on a server', () => {
    const client = createTestClient();
    expect(renderToString(createElement(CheckoutPix, { client, id: 'pix' }))).toBe(
      '<div id="pix"></div>',
    );
  });

  pixWrapperCases(open);
});
