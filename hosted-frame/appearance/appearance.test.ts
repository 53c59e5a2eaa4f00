import { beforeEach, expect, test, vi } from 'vitest';
import type { CardAppearance } from '../../contract/frame/card-calls.ts';
import type { PageAppearances } from './appearance.ts';
import { createAppearance } from './appearance.ts';

const root = document.documentElement;
let applied: CardAppearance[];
let warnings: string[];

beforeEach(() => {
  applied = [];
  warnings = [];
  root.removeAttribute('data-layout');
  vi.spyOn(console, 'warn').mockImplementation((text: string) => warnings.push(text));
});

function appearanceWith(loads: (() => Promise<PageAppearances>)[] = []) {
  const createPageAppearance = () => ({
    apply: async (given: CardAppearance) => {
      applied.push(given);
    },
    writeWords: () => applied.push({ labels: { cvv: 'written' } }),
  });
  const loadPageAppearance = vi.fn(() =>
    (loads.shift() ?? (() => Promise.resolve({ createPageAppearance })))(),
  );
  return { ...createAppearance({ view: window, loadPageAppearance }), loadPageAppearance };
}

test.each<[string, CardAppearance]>([
  ['nothing', {}],
  ['an empty appearance', { appearance: {} }],
  ['our light', { appearance: { theme: 'light' } }],
  ['our dark', { appearance: { theme: 'dark', variables: undefined } }],
  ['a layout', { layout: 'line', labels: undefined }],
  ['a layout and our dark', { layout: 'stacked', appearance: { theme: 'dark' } }],
])('%s loads nothing', async (_what, wanted) => {
  const { apply, loadPageAppearance, writeWords } = appearanceWith();
  await apply(wanted);
  writeWords();
  expect(loadPageAppearance).not.toHaveBeenCalled();
  expect(applied).toEqual([]);
});

test.each<[string, object]>([
  ['a variable', { appearance: { variables: { colorText: 'red' } } }],
  ['a rule', { appearance: { rules: {} } }],
  ['a font', { appearance: { fonts: ['Nunito'] } }],
  ['our contrast', { appearance: { theme: 'contrast' } }],
  ['a label', { labels: { cvv: 'Código' } }],
  ['a placeholder', { placeholders: { cvv: '' } }],
  ['a layout we do not have', { layout: 'diagonal' }],
  ['an appearance of another shape', { appearance: 'dark' }],
  ['a theme we do not have', { appearance: { theme: 'light","x' } }],
])('%s loads the chunk, once', async (_what, wanted) => {
  const { apply, loadPageAppearance, writeWords } = appearanceWith();
  await apply(wanted);
  await apply({});
  expect(loadPageAppearance).toHaveBeenCalledTimes(1);
  expect(applied).toEqual([wanted, {}]);
  writeWords();
  expect(applied).toHaveLength(3);
});

test('who comes while it loads does not overtake', async () => {
  let arrive = (_loaded: PageAppearances) => {};
  const { apply } = appearanceWith([() => new Promise((resolve) => (arrive = resolve))]);
  const order: string[] = [];
  const first = apply({ labels: { cvv: 'a' } }).then(() => order.push('first'));
  const second = apply({}).then(() => order.push('second'));
  arrive({ createPageAppearance: () => ({ apply: async () => {}, writeWords: () => {} }) });
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

test('an appearance that cannot be loaded is told, spares the form, and is asked for again', async () => {
  const { apply, loadPageAppearance } = appearanceWith([
    () => Promise.reject(new TypeError('offline')),
  ]);
  const wanted = { labels: { cvv: 'a' }, layout: 'line' } as const;
  await apply(wanted);
  expect(warnings).toEqual(['checkout-sdk: the appearance could not be loaded']);
  expect(root.getAttribute('data-layout')).toBe('line');
  await apply(wanted);
  expect(loadPageAppearance).toHaveBeenCalledTimes(2);
  expect(applied).toEqual([wanted]);
});
