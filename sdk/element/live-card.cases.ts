import { expect, it, vi } from 'vitest';
import { createTestClient, TEST_PREPARED, testError } from '../testing/index.ts';
import type { CardProps } from './card-element-options.ts';
import type { OpenShop, Shop } from './wrapper.cases.ts';

export const CARD_ORDER = { amount: 15_990, referenceId: 'order-1' };

export const CARD_TOLD = ['ready', 'focus', 'submit', 'result', 'error', 'loaderror'] as const;

export function mountedCards({ client }: Pick<Shop<CardProps>, 'client'>) {
  return client.elements.filter(({ isMounted }) => isMounted);
}

/** The cases every wrapper passes. */
export function cardWrapperCases(open: OpenShop<CardProps>): void {
  it('mounts one card into its node, gives it to its ref, and takes it away', async () => {
    const shop = open(CARD_TOLD);
    await shop.show(CARD_ORDER);
    expect(mountedCards(shop)).toHaveLength(1);
    expect(mountedCards(shop)[0]?.options).toMatchObject(CARD_ORDER);
    expect(mountedCards(shop)[0]?.target).toBe(shop.node());
    expect(shop.element()).toBe(mountedCards(shop)[0]);
    await shop.hide();
    expect(mountedCards(shop)).toEqual([]);
    expect(shop.element() ?? null).toBeNull();
  });

  it('tells what happens, to who listens now', async () => {
    const shop = open(CARD_TOLD);
    await shop.show(CARD_ORDER);
    await shop.show(CARD_ORDER);
    const [element] = mountedCards(shop);
    const submit = { preventDefault: () => undefined };
    const lost = testError('FRAME_LOST');
    element?.emit('focus', { field: 'cvv' });
    element?.emit('submit', submit);
    await element?.submit();
    shop.client.failNext('submit', 'INVALID_CARD', { fields: [] });
    await element?.submit().catch(() => undefined);
    element?.emit('loaderror', lost);
    const [ready, ...told] = shop.told;
    expect(ready?.[0]).toBe('ready');
    expect(told).toMatchObject([
      ['focus', { field: 'cvv' }],
      ['submit', submit],
      ['result', TEST_PREPARED],
      ['error', { code: 'INVALID_CARD' }],
      ['loaderror', lost],
    ]);
  });

  it('tells an update that the frame refuses', async () => {
    const shop = open(['error']);
    await shop.show(CARD_ORDER);
    const refusal = testError('INVALID_ARGUMENT', { field: 'amount' });
    vi.spyOn(mountedCards(shop)[0]!, 'update').mockRejectedValueOnce(refusal);
    await shop.show({ ...CARD_ORDER, amount: -1 });
    expect(shop.told).toEqual([['error', refusal]]);
  });

  it.each([
    ['the sdk', 'result', false],
    ['who takes errors', 'error', true],
    ['who takes errors of its load', 'loaderror', true],
  ])('that is lost is left to %s', async (_whom, heard, isTaken) => {
    const shop = open([heard]);
    await shop.show(CARD_ORDER);
    const [element] = mountedCards(shop);
    const lost = testError('UNAUTHORIZED');
    expect(element?.emit('loaderror', lost) || element?.emit('error', lost)).toBe(isTaken);
  });
}

/** What the components of a framework do and the custom element does in its own way. */
export function cardComponentCases(open: OpenShop<CardProps>): void {
  it('tells the frame what changed, and keeps the card', async () => {
    const shop = open(CARD_TOLD);
    const options = { ...CARD_ORDER, appearance: { theme: 'light' }, installments: 2 } as const;
    await shop.show(options);
    const [first] = mountedCards(shop);
    await shop.show({ ...options, appearance: { theme: 'light' } });
    await shop.show({ ...options, customer: CUSTOMER });
    expect(first?.updates).toEqual([]);
    await shop.show({ ...options, appearance: { theme: 'dark' }, amount: 100 });
    expect(first?.updates).toEqual([{ appearance: { theme: 'dark' }, amount: 100 }]);
    expect(mountedCards(shop)).toEqual([first]);
  });

  it('mounts anew for another client, and waits for one', async () => {
    const shop = open(CARD_TOLD);
    await shop.show({ ...CARD_ORDER, client: null });
    expect(shop.node()?.outerHTML).toBe('<div></div>');
    await shop.show(CARD_ORDER);
    expect(mountedCards(shop)).toHaveLength(1);
    const client = createTestClient();
    await shop.show({ ...CARD_ORDER, client });
    expect(mountedCards(shop)).toEqual([]);
    expect(mountedCards({ client })).toHaveLength(1);
  });

  it('mounts anew for another saved card, and only then', async () => {
    const shop = open(CARD_TOLD);
    await shop.show({ ...CARD_ORDER, fields: ['cvv'], token: 'tok_1' });
    const [first] = mountedCards(shop);
    await shop.show({ ...CARD_ORDER, fields: ['cvv'], token: 'tok_1' });
    expect(mountedCards(shop)).toEqual([first]);
    await shop.show({ ...CARD_ORDER, fields: ['cvv'], token: 'tok_2' });
    expect(mountedCards(shop).map(({ options }) => options.token)).toEqual(['tok_2']);
  });

  it('holds no element once it is lost', async () => {
    const shop = open(CARD_TOLD);
    await shop.show(CARD_ORDER);
    const [first] = mountedCards(shop);
    first?.emit('loaderror', testError('FRAME_LOST'));
    await shop.show({ ...CARD_ORDER, amount: 5 });
    expect(shop.element()).toBeNull();
    expect(mountedCards(shop)).toEqual([first]);
  });
}

const CUSTOMER = {
  name: 'Marina Alves Souza',
  document: '52998224725',
  email: 'marina@exemplo.com.br',
  phone: '5511987654321',
  address: { street: 'Rua', number: '1', zipCode: '01310200', city: 'São Paulo', state: 'SP' },
};
