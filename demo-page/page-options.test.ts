import { expect, it } from 'vitest';
import { addressFor, readPageOptions } from './page-options.ts';
import { ACCOUNT_NAMES } from './server/merchant-account.ts';
import { TEST_ACCOUNTS } from './test-panel/test-cards.ts';

it.each([
  ['', 'no3ds', 'pt-BR'],
  ['?account=blocked&lang=es&theme=neon', 'blocked', 'es'],
])('takes of %j what is known, else the first', (search, account, lang) => {
  expect(readPageOptions(search)).toEqual({ account, lang, theme: 'auto', order: null });
});

it('names the order whose result is shown, and leads back to the checkout', () => {
  const address = addressFor('?account=manual&theme=dark', 'ipe-1');
  expect(address).toBe('/?account=manual&theme=dark&pedido=ipe-1');
  expect(readPageOptions(address.slice(1)).order).toBe('ipe-1');
  expect(addressFor(address.slice(1), null)).toBe('/?account=manual&theme=dark');
  expect(addressFor('?pedido=ipe-1', null)).toBe('/');
});

it.each(['../etc', 'a b', '', 'x'.repeat(65)])('takes %j for no order', (text) => {
  expect(readPageOptions(`?pedido=${encodeURIComponent(text)}`).order).toBeNull();
});

it('offers the accounts the back end has', () => {
  expect(TEST_ACCOUNTS.map(({ value }) => value)).toEqual([...ACCOUNT_NAMES]);
});
