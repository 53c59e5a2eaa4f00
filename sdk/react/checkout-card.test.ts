import { act, createElement, createRef, StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CardElement } from '../element/card-element.ts';
import type { TestClient } from '../testing/index.ts';
import { createTestClient, TEST_PREPARED, testError } from '../testing/index.ts';
import type { CheckoutCardProps } from './index.ts';
import { CheckoutCard, useCheckoutCard } from './index.ts';

let root: Root;
let client: TestClient;

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const home = document.body.appendChild(document.createElement('main'));
  root = createRoot(home);
  client = createTestClient();
});

afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const ORDER = { amount: 15990, referenceId: 'order-1' };
function card(more: object = {}) {
  const props: CheckoutCardProps = { client, ...ORDER, ...more };
  return createElement(CheckoutCard, props);
}
function show(node: ReturnType<typeof card>) {
  return act(async () => root.render(node));
}
function mounted() {
  return client.elements.filter(({ isMounted }) => isMounted);
}

/** Whether anybody took the loss of the fields. */
async function lose(): Promise<boolean | undefined> {
  const lost = testError('UNAUTHORIZED');
  let isTaken: boolean | undefined;
  await act(async () => {
    isTaken =
      client.elements[0]?.emit('loaderror', lost) || client.elements[0]?.emit('error', lost);
  });
  return isTaken;
}

describe('CheckoutCard for React', () => {
  it('that is lost is left to the sdk where the page listens to nothing', async () => {
    await show(card({ onResult: () => undefined }));
    expect(await lose()).toBe(false);
  });

  it.each(['onError', 'onLoaderror'] as const)('that is lost is left to %s', async (name) => {
    await show(card({ [name]: () => undefined }));
    expect(await lose()).toBe(true);
  });

  it('mounts one card into its node, and unmounts it', async () => {
    await show(card({ className: 'card', id: 'pay' }));
    const [element] = mounted();
    expect(client.elements).toHaveLength(1);
    expect(element?.target).toBe(document.querySelector('#pay.card'));
    expect(element?.options).toMatchObject(ORDER);
    await act(async () => root.render(null));
    expect(mounted()).toEqual([]);
  });

  it('holds one card in strict mode as well', async () => {
    await act(async () => root.render(createElement(StrictMode, null, card())));
    expect(mounted()).toHaveLength(1);
    await act(async () => root.render(createElement(StrictMode)));
    expect(mounted()).toEqual([]);
  });

  it('tells the frame what changed, and keeps the card', async () => {
    await show(card({ appearance: { theme: 'light' }, installments: 2 }));
    await show(card({ appearance: { theme: 'light' }, installments: 2 }));
    expect(client.elements[0]?.updates).toEqual([]);
    await show(card({ appearance: { theme: 'dark' }, amount: 100 }));
    expect(client.elements[0]?.updates).toEqual([{ appearance: { theme: 'dark' }, amount: 100 }]);
    expect(client.elements).toHaveLength(1);
  });

  it('keeps the card where only the customer or a callback is another', async () => {
    await show(card({ onReady: () => undefined }));
    await show(card({ onReady: () => undefined, customer: CUSTOMER }));
    expect(client.elements).toHaveLength(1);
    expect(client.elements[0]?.updates).toEqual([]);
  });

  it('calls the newest callbacks', async () => {
    const [old, newest] = [vi.fn(), vi.fn()];
    const listening = (to: typeof old) =>
      card({ onResult: to, onError: to, onChange: to, onFocus: to, onLoaderror: to });
    await show(listening(old));
    await show(listening(newest));
    const [element] = mounted();
    const lost = testError('FRAME_LOST');
    element?.emit('focus', { field: 'cvv' });
    await element?.submit();
    client.failNext('submit', 'INVALID_CARD', { fields: [] });
    await element?.submit().catch(() => undefined);
    await act(async () => element?.emit('loaderror', lost));
    expect(old).not.toHaveBeenCalled();
    expect(newest.mock.calls).toMatchObject([
      [{ field: 'cvv' }],
      [TEST_PREPARED],
      [{ code: 'INVALID_CARD' }],
      [lost],
    ]);
  });

  it('mounts anew for another client, and waits for one', async () => {
    await show(card({ client: null }));
    expect(document.querySelectorAll('main > div')).toHaveLength(1);
    await show(card());
    expect(mounted()).toHaveLength(1);
    const other = createTestClient();
    await show(card({ client: other }));
    expect(mounted()).toEqual([]);
    expect(other.elements).toHaveLength(1);
  });

  it('mounts anew for another saved card, and only then', async () => {
    await show(card({ fields: ['cvv'], token: 'tok_1' }));
    await show(card({ fields: ['cvv'], token: 'tok_1' }));
    expect(client.elements).toHaveLength(1);
    await show(card({ fields: ['cvv'], token: 'tok_2' }));
    expect(mounted()).toEqual([client.elements[1]]);
    expect(client.elements[1]?.options).toMatchObject({ token: 'tok_2' });
  });

  it('gives the element to its ref, and nothing once it is lost', async () => {
    const ref = createRef<CardElement | null>();
    await show(createElement(CheckoutCard, { client, ...ORDER, ref }));
    expect(ref.current).toBe(client.elements[0]);
    await act(async () => client.elements[0]?.emit('loaderror', testError('FRAME_LOST')));
    expect(ref.current).toBeNull();
    await show(card({ amount: 5 }));
    expect(client.elements).toHaveLength(1);
  });

  it('tells an option that is not right, and mounts once it is', async () => {
    const later = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(setTimeout(() => undefined));
    const refusal = testError('INVALID_ARGUMENT', { field: 'amount' });
    const mount = vi.spyOn(client, 'mountCardElement').mockImplementationOnce(() => {
      throw refusal;
    });
    const onError = vi.fn();
    await show(card({ amount: 0, onError }));
    await show(card({ amount: 0, onError }));
    expect(onError.mock.calls).toEqual([[refusal]]);
    expect(mount).toHaveBeenCalledTimes(1);
    expect(later.mock.calls.some(([thrown]) => throws(thrown) === refusal)).toBe(true);
    await show(card({ onError }));
    expect(mounted()).toHaveLength(1);
  });

  it('tells an update that the frame refuses', async () => {
    const onError = vi.fn();
    await show(card({ onError }));
    const refusal = testError('INVALID_ARGUMENT', { field: 'amount' });
    vi.spyOn(client.elements[0]!, 'update').mockRejectedValueOnce(refusal);
    await show(card({ onError, amount: -1 }));
    expect(onError.mock.calls).toEqual([[refusal]]);
  });

  it('is an empty node where it is rendered on a server', () => {
    expect(renderToString(card({ className: 'card' }))).toBe('<div class="card"></div>');
    expect(client.elements).toEqual([]);
  });
});

function Checkout({ isOpen }: { isOpen: boolean }) {
  const { ref, element } = useCheckoutCard(client, ORDER);
  return isOpen ? createElement('section', { ref }, element ? 'there' : 'not yet') : null;
}

it('useCheckoutCard mounts into a node of the page, which may come later', async () => {
  await act(async () => root.render(createElement(Checkout, { isOpen: false })));
  expect(client.elements).toEqual([]);
  await act(async () => root.render(createElement(Checkout, { isOpen: true })));
  expect(mounted()).toHaveLength(1);
  expect(document.querySelector('section')?.textContent).toBe('there');
  await act(async () => root.render(createElement(Checkout, { isOpen: false })));
  expect(mounted()).toEqual([]);
});

const CUSTOMER = {
  name: 'Marina Alves Souza',
  document: '52998224725',
  email: 'marina@exemplo.com.br',
  phone: '5511987654321',
  address: { street: 'Rua', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
};

/** What a function throws. */
function throws(work: unknown): unknown {
  try {
    if (typeof work === 'function') work();
  } catch (thrown) {
    return thrown;
  }
}
