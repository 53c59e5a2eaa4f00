import { expect, it } from 'vitest';
import { readPageOptions } from './page-options.ts';
import { ACCOUNT_NAMES } from './server/merchant-account.ts';
import { TEST_ACCOUNTS } from './test-panel/test-cards.ts';

it('opens with the hosted fields of the account without 3DS', () => {
  expect(readPageOptions('')).toEqual({
    account: 'no3ds',
    mode: 'element',
    lang: 'pt-BR',
    theme: 'auto',
  });
});

it('takes what a tester chose and falls back where the choice is unknown', () => {
  expect(readPageOptions('?account=blocked&mode=direct&lang=es&theme=neon')).toEqual({
    account: 'blocked',
    mode: 'direct',
    lang: 'es',
    theme: 'auto',
  });
});

it('offers the accounts the back end has', () => {
  expect(TEST_ACCOUNTS.map(({ value }) => value)).toEqual([...ACCOUNT_NAMES]);
});
