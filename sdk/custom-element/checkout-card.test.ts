import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestClient } from '../testing/index.ts';
import { createTestClient, TEST_PREPARED, testError } from '../testing/index.ts';
import { defineCheckoutCard } from './index.ts';

let client: TestClient;

beforeEach(() => {
  defineCheckoutCard();
  client = createTestClient();
});

afterEach(() => document.body.replaceChildren());

function settled() {
  return new Promise((resolve) => setTimeout(resolve));
}
function mounted() {
  return client.elements.filter(({ isMounted }) => isMounted);
}

/** A card in the page, by its attributes. */
async function open(attributes = 'amount="15990" reference-id="order-1"') {
  document.body.innerHTML = `<form><checkout-card name="card" ${attributes}></checkout-card></form>`;
  const card = document.querySelector('checkout-card')!;
  card.client = client;
  await settled();
  return card;
}

describe('<checkout-card>', () => {
  it('mounts one card into itself, and unmounts it when it leaves', async () => {
    const card = await open();
    expect(client.elements).toHaveLength(1);
    expect(mounted()[0]).toMatchObject({
      target: card,
      options: { amount: 15990, referenceId: 'order-1' },
    });
    expect(card.element).toBe(mounted()[0]);
    card.remove();
    expect(mounted()).toEqual([]);
    expect(card.element).toBeNull();
    document.body.append(card);
    await settled();
    expect(mounted()).toHaveLength(1);
  });

  it('is defined once, however often it is asked for', () => {
    const first = customElements.get('checkout-card');
    defineCheckoutCard();
    expect(customElements.get('checkout-card')).toBe(first);
  });

  it('waits until it has an order', async () => {
    const card = await open('amount="15990"');
    expect(client.elements).toEqual([]);
    card.referenceId = 'order-1';
    await settled();
    expect(mounted()).toHaveLength(1);
  });

  it('tells the frame of attributes and properties that change, and keeps the card', async () => {
    const card = await open();
    card.setAttribute('amount', '100');
    card.setAttribute('max-installments', '3');
    card.appearance = { theme: 'dark' };
    card.customer = undefined;
    card.setAttribute('locale', 'es');
    card.locale = 'en';
    card.setAttribute('locale', 'pt-BR');
    await settled();
    expect(client.elements[0]?.updates).toEqual([
      { amount: 100 },
      { maxInstallments: 3 },
      { appearance: { theme: 'dark' } },
      { locale: 'es' },
      { locale: 'en' },
      { locale: 'en' },
    ]);
    expect(client.elements).toHaveLength(1);
  });

  it('gives a reference of digits as text, and what nobody said not at all', async () => {
    await open('amount="15990" reference-id="123"');
    expect(client.elements[0]?.options).toMatchObject({ referenceId: '123', locale: undefined });
  });

  it('makes a client of the account its attributes name', async () => {
    document.body.innerHTML = `<checkout-card public-key="pk_test_no3ds" amount="1"
      api-base-url="https://api.test" checkout-url="https://pay.test" reference-id="a"></checkout-card>`;
    const card = document.querySelector('checkout-card')!;
    await settled();
    expect(card.querySelector('iframe')?.src).toMatch(/^https:\/\/pay\.test\/card\?/);
    const ready = card.element?.ready.catch((error) => error.code);
    card.remove();
    expect(await ready).toBe('DESTROYED');
    expect(card.querySelector('iframe')).toBeNull();
  });

  it('dispatches what happens, and a submit may be prevented', async () => {
    const card = await open();
    const heard: unknown[] = [];
    for (const name of ['submit', 'result', 'error', 'loaderror']) {
      card.addEventListener(name, (event) => {
        event.preventDefault();
        heard.push([name, Reflect.get(event, 'detail')]);
      });
    }
    const [element] = mounted();
    const submit = { preventDefault: vi.fn() };
    element?.emit('submit', submit);
    await element?.submit();
    client.failNext('submit', 'INVALID_CARD', { fields: [] });
    await element?.submit().catch(() => undefined);
    const lost = testError('FRAME_LOST');
    element?.emit('loaderror', lost);
    expect(heard).toMatchObject([
      ['submit', submit],
      ['result', TEST_PREPARED],
      ['error', { code: 'INVALID_CARD' }],
      ['loaderror', lost],
    ]);
    expect(submit.preventDefault).toHaveBeenCalledTimes(1);
  });

  it('tells an update that the frame refuses, and none that its own leaving cut off', async () => {
    const card = await open();
    const codes: unknown[] = [];
    card.addEventListener('error', (event) => codes.push(Reflect.get(event, 'detail').code));
    const update = vi.spyOn(client.elements[0]!, 'update');
    update.mockRejectedValueOnce(testError('INVALID_ARGUMENT'));
    card.amount = -1;
    await settled();
    update.mockRejectedValueOnce(testError('DESTROYED'));
    card.amount = 5;
    card.remove();
    await settled();
    expect(codes).toEqual(['INVALID_ARGUMENT']);
  });

  it('that is lost is left to the sdk, which tells the developer', async () => {
    const card = await open();
    card.addEventListener('loaderror', () => undefined);
    const lost = testError('UNAUTHORIZED');
    expect(mounted()[0]?.emit('loaderror', lost) || mounted()[0]?.emit('error', lost)).toBe(false);
  });

  it('that is lost is left to who says that it is handled', async () => {
    const card = await open();
    card.addEventListener('loaderror', (event) => event.preventDefault());
    const lost = testError('UNAUTHORIZED');
    expect(mounted()[0]?.emit('loaderror', lost) || mounted()[0]?.emit('error', lost)).toBe(true);
  });
});
