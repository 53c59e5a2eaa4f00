import { beforeEach, expect, test, vi } from 'vitest';
import type { CardLook } from '../contract/frame/card-calls.ts';
import { createDresser, type Looks } from './dresser.ts';

const root = document.documentElement;
let applied: CardLook[];
let warnings: string[];

beforeEach(() => {
  applied = [];
  warnings = [];
  root.removeAttribute('data-layout');
  vi.spyOn(console, 'warn').mockImplementation((text: string) => warnings.push(text));
});

function dresserWith(loads: (() => Promise<Looks>)[] = []) {
  const createLook = () => ({
    apply: (given: CardLook) => applied.push(given),
    writeWords: () => applied.push({ labels: { cvv: 'written' } }),
  });
  const loadLook = vi.fn(() => (loads.shift() ?? (() => Promise.resolve({ createLook })))());
  return { ...createDresser({ view: window, loadLook }), loadLook };
}

test.each<[string, CardLook]>([
  ['nothing', {}],
  ['an empty appearance', { appearance: {} }],
  ['our light', { appearance: { theme: 'light' } }],
  ['our dark', { appearance: { theme: 'dark', variables: undefined } }],
  ['a layout', { layout: 'line', labels: undefined }],
  ['a layout and our dark', { layout: 'stacked', appearance: { theme: 'dark' } }],
])('%s loads nothing', async (_what, wanted) => {
  const { dress, loadLook, writeWords } = dresserWith();
  await dress(wanted);
  writeWords();
  expect(loadLook).not.toHaveBeenCalled();
  expect(applied).toEqual([]);
});

test.each<[string, object]>([
  ['a variable', { appearance: { variables: { colorText: 'red' } } }],
  ['a rule', { appearance: { rules: {} } }],
  ['our contrast', { appearance: { theme: 'contrast' } }],
  ['a label', { labels: { cvv: 'Código' } }],
  ['a placeholder', { placeholders: { cvv: '' } }],
  ['a layout we do not have', { layout: 'diagonal' }],
  ['an appearance of another shape', { appearance: 'dark' }],
  ['a theme we do not have', { appearance: { theme: 'light","x' } }],
])('%s loads the look, once', async (_what, wanted) => {
  const { dress, loadLook, writeWords } = dresserWith();
  await dress(wanted);
  await dress({});
  expect(loadLook).toHaveBeenCalledTimes(1);
  expect(applied).toEqual([wanted, {}]);
  writeWords();
  expect(applied).toHaveLength(3);
});

test('who comes while it loads does not overtake', async () => {
  let arrive = (_looks: Looks) => {};
  const { dress } = dresserWith([() => new Promise((resolve) => (arrive = resolve))]);
  const order: string[] = [];
  const first = dress({ labels: { cvv: 'a' } }).then(() => order.push('first'));
  const second = dress({}).then(() => order.push('second'));
  arrive({ createLook: () => ({ apply: () => {}, writeWords: () => {} }) });
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

test('a look that cannot be loaded is told, spares the form, and is asked for again', async () => {
  const { dress, loadLook } = dresserWith([() => Promise.reject(new TypeError('offline'))]);
  const wanted = { labels: { cvv: 'a' }, layout: 'line' } as const;
  await dress(wanted);
  expect(warnings).toEqual(['checkout-sdk: the look could not be loaded']);
  expect(root.getAttribute('data-layout')).toBe('line');
  await dress(wanted);
  expect(loadLook).toHaveBeenCalledTimes(2);
  expect(applied).toEqual([wanted]);
});
