import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFontLoader } from './font-loader.ts';

const FONTS = [
  { family: 'Nunito', weight: '400', file: 'nunito-400-a.woff2' },
  { family: 'Nunito', weight: '700', file: 'nunito-700-b.woff2' },
  { family: 'Open Sans', weight: '300 800', file: 'open-sans-300-800-c.woff2' },
];

let asked: string[];
let added: string[];
let failed: string[];
/** What a font that is asked for comes to. */
let arrive: () => Promise<unknown>;

class FakeFontFace {
  readonly name: string;
  constructor(family: string, source: string, { weight }: { weight: string }) {
    this.name = `${family} ${weight} ${source}`;
  }
  load() {
    asked.push(this.name);
    return arrive().then(() => this);
  }
}

function loader() {
  const view = {
    FontFace: FakeFontFace,
    document: { fonts: { add: ({ name }: FakeFontFace) => added.push(name) } },
    setTimeout: (...call: Parameters<typeof setTimeout>) => setTimeout(...call),
  };
  // The parts of a window that it uses.
  return createFontLoader(view as unknown as Window & typeof globalThis, FONTS, (family) =>
    failed.push(family),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  [asked, added, failed] = [[], [], []];
  arrive = () => Promise.resolve();
});
afterEach(() => vi.useRealTimers());

test('every file of a family is asked for at once, from our own origin', async () => {
  await loader()(['Nunito']);
  expect(asked).toEqual([
    'Nunito 400 url(/fonts/nunito-400-a.woff2)',
    'Nunito 700 url(/fonts/nunito-700-b.woff2)',
  ]);
  expect(added).toEqual(asked);
});

test('a family is asked for once, however often a page names it', async () => {
  const load = loader();
  await Promise.all([load(['Open Sans']), load(['Open Sans'])]);
  await load(['Open Sans']);
  expect(asked).toHaveLength(1);
});

test('no family asks for nothing and waits for nothing', async () => {
  await loader()([]);
  expect(vi.getTimerCount()).toBe(0);
  expect(asked).toEqual([]);
});

test('a font is waited for a second, and drawn with once it comes', async () => {
  let come = () => {};
  arrive = () => new Promise<void>((resolve) => (come = resolve));
  let isOver = false;
  const load = loader()(['Open Sans']).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await load;
  expect(added).toEqual([]);
  come();
  await vi.advanceTimersByTimeAsync(0);
  expect(added).toHaveLength(1);
});

test('a font that does not come is told, adds no half of its family, and is tried again', async () => {
  const load = loader();
  arrive = () => (asked.length > 1 ? Promise.reject(new Error('offline')) : Promise.resolve());
  await load(['Nunito']);
  expect(failed).toEqual(['Nunito']);
  expect(added).toEqual([]);
  arrive = () => Promise.resolve();
  await load(['Nunito']);
  expect(added).toHaveLength(2);
  expect(failed).toEqual(['Nunito']);
});
