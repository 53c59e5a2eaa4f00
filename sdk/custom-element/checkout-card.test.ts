import { describe, expect, it, vi } from 'vitest';
import type { CardProps } from '../element/card-element-options.ts';
import {
  CARD_ORDER,
  CARD_TOLD,
  cardWrapperCases,
  mountedCards,
} from '../element/live-card.cases.ts';
import { testError } from '../testing/index.ts';
import { defineCheckoutCard } from './index.ts';
import { settled, shopOf } from './open-shop.cases.ts';

defineCheckoutCard();
const open = shopOf<CardProps, 'checkout-card'>('checkout-card');

/** A card in the page, by its attributes. */
async function opened(heard: readonly string[] = []) {
  const shop = open(heard);
  shop.node().setAttribute('amount', '15990');
  shop.node().setAttribute('reference-id', '123');
  document.body.append(shop.node());
  await settled();
  return shop;
}

describe('<checkout-card>', () => {
  cardWrapperCases(open);

  it('is mounted again where it comes back into the page', async () => {
    const shop = open(CARD_TOLD);
    await shop.show(CARD_ORDER);
    await shop.hide();
    await shop.show(CARD_ORDER);
    expect(mountedCards(shop)).toHaveLength(1);
    expect(shop.client.elements).toHaveLength(2);
  });

  it('is defined once, however often it is asked for', () => {
    const first = customElements.get('checkout-card');
    defineCheckoutCard();
    expect(customElements.get('checkout-card')).toBe(first);
  });

  it('waits until it has an order', async () => {
    const { client, node } = open([]);
    node().setAttribute('amount', '15990');
    document.body.append(node());
    await settled();
    expect(client.elements).toEqual([]);
    node().referenceId = 'order-1';
    await settled();
    expect(client.elements).toHaveLength(1);
  });

  it('gives a reference of digits as text, and what nobody said not at all', async () => {
    const { client } = await opened();
    const given = { amount: 15_990, referenceId: '123', locale: undefined };
    expect(client.elements[0]?.options).toMatchObject(given);
  });

  it('tells the frame of attributes and properties that change, and keeps the card', async () => {
    const { client, node } = await opened();
    const card = node();
    card.setAttribute('amount', '100');
    card.setAttribute('max-installments', '3');
    card.appearance = { theme: 'dark' };
    card.customer = undefined;
    card.setAttribute('locale', 'es');
    card.locale = 'en';
    card.setAttribute('locale', 'pt-BR');
    await settled();
    const set = { amount: 100, maxInstallments: 3, appearance: { theme: 'dark' }, locale: 'en' };
    expect(client.elements[0]?.updates).toEqual([set]);
    expect(client.elements).toHaveLength(1);
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

  it('holds a submit back that the page prevents', async () => {
    const shop = await opened(['submit']);
    const submit = { preventDefault: vi.fn() };
    mountedCards(shop)[0]?.emit('submit', submit);
    expect(submit.preventDefault).toHaveBeenCalledTimes(1);
  });

  it('tells nothing of an update that its own leaving cut off', async () => {
    const shop = await opened(['error']);
    vi.spyOn(shop.client.elements[0]!, 'update').mockRejectedValueOnce(testError('DESTROYED'));
    shop.node().amount = 5;
    await shop.hide();
    expect(shop.told).toEqual([]);
  });

  it('that is lost is left to the sdk where a page listens and prevents nothing', async () => {
    const shop = await opened();
    shop.node().addEventListener('loaderror', () => undefined);
    const lost = testError('UNAUTHORIZED');
    const [element] = mountedCards(shop);
    expect(element?.emit('loaderror', lost) || element?.emit('error', lost)).toBe(false);
  });
});
