import type { ReactNode } from 'react';
import { act, createElement, createRef, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paymentWrapperCases, TOLD } from '../element/live-payment.cases.ts';
import type { PaymentProps } from '../element/live-payment.ts';
import type { PaymentElement } from '../payment-element/payment-element.ts';
import { createTestClient } from '../testing/index.ts';
import { CheckoutPayment } from './index.ts';

let close: () => Promise<void>;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(async () => {
  await close?.();
  document.body.replaceChildren();
});

/** In strict mode, which mounts everything twice. */
function open() {
  const client = createTestClient();
  const told: [string, unknown][] = [];
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  const ref = createRef<PaymentElement | null>();
  close = () => act(async () => root.unmount());
  const listeners = Object.fromEntries(
    TOLD.map((name) => [
      `on${name[0]?.toUpperCase()}${name.slice(1)}`,
      (event: unknown) => told.push([name, event]),
    ]),
  );
  const render = (node: ReactNode) =>
    act(async () => root.render(createElement(StrictMode, null, node)));
  return {
    client,
    told,
    element: () => ref.current,
    show: (props: PaymentProps) =>
      render(createElement(CheckoutPayment, { client, ref, ...props, ...listeners })),
    hide: () => render(null),
  };
}

describe('CheckoutPayment for React, in strict mode', () => {
  it('is an empty node on a server', () => {
    const props = { client: createTestClient(), id: 'pay', amount: 1, referenceId: 'order-1' };
    expect(renderToString(createElement(CheckoutPayment, props))).toBe('<div id="pay"></div>');
  });

  paymentWrapperCases(open);
});
