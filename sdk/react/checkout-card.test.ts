import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CardElement } from '../element/card-element.ts';
import type { CardProps } from '../element/card-element-options.ts';
import {
  CARD_ORDER,
  cardComponentCases,
  cardWrapperCases,
  mountedCards,
} from '../element/live-card.cases.ts';
import type { CheckoutClient } from '../init.ts';
import { createTestClient, testError } from '../testing/index.ts';
import { CheckoutCard, useCheckoutCard } from './index.ts';
import { shopOf } from './open-shop.cases.ts';

const open = shopOf<CardProps, CardElement>((props) => createElement(CheckoutCard, props));

describe('CheckoutCard for React, in strict mode', () => {
  cardWrapperCases(open);
  cardComponentCases(open);

  it('tells an option that is not right, and mounts once it is', async () => {
    const later = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(setTimeout(() => undefined));
    onTestFinished(() => later.mockRestore());
    const refusal = testError('INVALID_ARGUMENT', { field: 'amount' });
    const shop = open(['error']);
    const mount = vi.spyOn(shop.client, 'mountCardElement').mockImplementation(() => {
      throw refusal;
    });
    await shop.show({ ...CARD_ORDER, amount: 0 });
    const { length } = mount.mock.calls;
    await shop.show({ ...CARD_ORDER, amount: 0 });
    expect(mount).toHaveBeenCalledTimes(length);
    expect(shop.told).toEqual(mount.mock.calls.map(() => ['error', refusal]));
    expect(later.mock.calls.some(([thrown]) => throws(thrown) === refusal)).toBe(true);
    mount.mockRestore();
    await shop.show(CARD_ORDER);
    expect(mountedCards(shop)).toHaveLength(1);
  });

  it('is an empty node where it is rendered on a server', () => {
    const client = createTestClient();
    const card = createElement(CheckoutCard, { client, ...CARD_ORDER, className: 'card' });
    expect(renderToString(card)).toBe('<div class="card"></div>');
    expect(client.elements).toEqual([]);
  });
});

function Checkout({ client, isOpen }: { client: CheckoutClient; isOpen: boolean }) {
  const { ref, element } = useCheckoutCard(client, CARD_ORDER);
  return isOpen ? createElement('section', { ref }, element ? 'there' : 'not yet') : null;
}

it('useCheckoutCard mounts once into a node of the page, which may come later', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const client = createTestClient();
  const home = document.createElement('main');
  const root = createRoot(home);
  const show = (isOpen: boolean) =>
    act(async () => root.render(createElement(Checkout, { client, isOpen })));
  await show(false);
  expect(client.elements).toEqual([]);
  await show(true);
  expect(client.elements).toHaveLength(1);
  expect(home.textContent).toBe('there');
  await show(false);
  expect(mountedCards({ client })).toEqual([]);
  await act(async () => root.unmount());
});

/** What a function throws. */
function throws(work: unknown): unknown {
  try {
    if (typeof work === 'function') work();
  } catch (thrown) {
    return thrown;
  }
}
