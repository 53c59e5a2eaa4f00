import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchHeight } from './watch-height.ts';

let form: HTMLElement;
let resize: () => void;
let isWatched: boolean;
let told: number[];
let controller: AbortController;

beforeEach(() => {
  form = document.createElement('form');
  isWatched = false;
  told = [];
  controller = new AbortController();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resize = onResize;
      }
      observe(element: Element) {
        isWatched = element === form;
      }
      disconnect() {
        isWatched = false;
      }
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

function watch() {
  const { signal } = controller;
  return watchHeight(form, { signal, onHeight: (height) => void told.push(height) });
}

function grow(height: number) {
  vi.spyOn(form, 'getBoundingClientRect').mockReturnValue({ height } as DOMRect);
  resize();
}

test('each new height is told once, in whole pixels that hold it', () => {
  watch().measure();
  for (const height of [300.2, 300.4, 340, 340, 300.2]) grow(height);
  expect(told).toEqual([301, 340, 301]);
});

test('nothing is told before it was measured, of a hidden frame or of a skeleton', () => {
  const height = watch();
  grow(200);
  height.measure();
  grow(0);
  form.setAttribute('inert', '');
  grow(200);
  form.removeAttribute('inert');
  vi.spyOn(form, 'getBoundingClientRect').mockReturnValue({ height: 300 } as DOMRect);
  expect(height.measure()).toBe(300);
  grow(300);
  expect(told).toEqual([]);
});

test('is watched until its end', () => {
  watch();
  expect(isWatched).toBe(true);
  controller.abort();
  expect(isWatched).toBe(false);
});
