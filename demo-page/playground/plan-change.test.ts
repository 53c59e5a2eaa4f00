import { expect, it } from 'vitest';
import { changeOf } from './plan-change.ts';
import type { PlaygroundOptions } from './playground-options.ts';
import { METHODS, planElement } from './playground-options.ts';

const ADDRESSES = {
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'https://api.test',
  checkoutUrl: 'https://frame.test',
};

const OPTIONS: PlaygroundOptions = {
  element: 'card',
  account: 'no3ds',
  amount: 15_990,
  installments: 1,
  maxInstallments: 3,
  locale: 'pt-BR',
  layout: 'row',
  theme: 'auto',
  variables: {},
  labels: {},
  methods: METHODS,
  pixPrice: null,
};

function planOf(changes: Partial<PlaygroundOptions> = {}, referenceId = 'order-1') {
  return planElement({ ...OPTIONS, ...changes }, { addresses: ADDRESSES, referenceId });
}

it('leaves what the SDK does by itself out of the call', () => {
  expect(planOf().mount).toEqual({
    amount: 15_990,
    referenceId: 'order-1',
    maxInstallments: 3,
    appearance: { theme: 'auto' },
  });
  expect(planOf({ labels: { number: '  ', cvv: ' Código ' } }).mount.labels).toEqual({
    cvv: 'Código',
  });
});

it('names the customer where the account asks the bank, and nowhere else', () => {
  for (const account of ['preorder', 'postorder']) {
    expect(planOf({ account }).mount).toHaveProperty('customer.document');
  }
  expect(planOf({ account: 'cardonfile' }).mount).not.toHaveProperty('customer');
});

it('does nothing where nothing changed', () => {
  expect(changeOf(planOf(), planOf())).toEqual({ kind: 'none' });
});

it.each<[string, Partial<PlaygroundOptions>, Partial<PlaygroundOptions>, object]>([
  ['an amount', {}, { amount: 25_000 }, { amount: 25_000 }],
  ['a language', {}, { locale: 'en' }, { locale: 'en' }],
  ['the first language again', { locale: 'en' }, {}, { locale: 'pt-BR' }],
  ['a layout', {}, { layout: 'line' }, { layout: 'line' }],
  ['the first layout again', { layout: 'line' }, {}, { layout: 'row' }],
  ['no installments', {}, { maxInstallments: 1 }, { maxInstallments: 1 }],
  ['a label', {}, { labels: { cvv: 'Código' } }, { labels: { cvv: 'Código' } }],
  ['no label any more', { labels: { cvv: 'Código' } }, {}, { labels: {} }],
  ['a theme', {}, { theme: 'dark' }, { appearance: { variables: {}, theme: 'dark' } }],
  [
    'no variable any more',
    { variables: { fontSize: '20px' } },
    {},
    { appearance: { variables: {}, theme: 'auto' } },
  ],
])('updates %s while the element stays', (_name, before, after, changes) => {
  expect(changeOf(planOf(before), planOf(after))).toEqual({ kind: 'update', changes });
});

it('updates the reference of the next order', () => {
  const change = changeOf(planOf(), planOf({}, 'order-2'));
  expect(change).toEqual({ kind: 'update', changes: { referenceId: 'order-2' } });
});

it('mounts anew for another account, and for another customer', () => {
  const other = planElement(OPTIONS, {
    addresses: { ...ADDRESSES, publicKey: 'pk_test_pending' },
    referenceId: 'order-1',
  });
  expect(changeOf(planOf(), other)).toEqual({ kind: 'mount' });
  expect(changeOf(planOf(), planOf({ account: 'preorder' }))).toEqual({ kind: 'mount' });
});

const PAYMENT = { element: 'payment', layout: 'list' } as const;

it('gives the element of every method its own options, and none of the card fields', () => {
  const chosen = { layout: 'tabs', methods: ['PIX'], pixPrice: 14_391, installments: 2 };
  expect(planOf({ ...PAYMENT, labels: { cvv: 'x' }, ...chosen }).mount).toEqual({
    ...planOf(PAYMENT).mount,
    ...{ layout: 'tabs', methods: ['PIX'], prices: { PIX: 14_391 } },
  });
});

it.each<[string, Partial<PlaygroundOptions>]>([
  ['the element', OPTIONS],
  ['the layout', { layout: 'tabs' }],
  ['the methods', { methods: ['PIX'] }],
  ['a price', { pixPrice: 1 }],
])('mounts the element of every method anew for a change of %s', (_what, change) => {
  const before = planOf(PAYMENT);
  expect(changeOf(before, planOf({ ...PAYMENT, ...change }))).toEqual({ kind: 'mount' });
  expect(changeOf(before, planOf({ ...PAYMENT, amount: 1 }))).toMatchObject({ kind: 'update' });
});
