import type { Mock } from 'vitest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusOnceLoaded } from './focus-once-loaded.ts';

let frame: HTMLIFrameElement;
let focus: Mock<() => void>;
let active: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  frame = document.createElement('iframe');
  focus = vi.fn<() => void>();
  frame.focus = focus;
  active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(frame);
});

afterEach(() => vi.restoreAllMocks());

function load() {
  return frame.dispatchEvent(new Event('load'));
}

it('gives a focused frame its focus again when its document comes', () => {
  focusOnceLoaded(frame);
  expect(focus).not.toHaveBeenCalled();
  load();
  expect(focus).toHaveBeenCalledTimes(1);
});

it('leaves the pages that follow to their own focus', () => {
  focusOnceLoaded(frame);
  load();
  load();
  expect(focus).toHaveBeenCalledTimes(1);
});

it('takes the focus from nothing else', () => {
  active.mockReturnValue(document.body);
  focusOnceLoaded(frame);
  load();
  expect(focus).not.toHaveBeenCalled();
});

it('does nothing where there is no frame', () => {
  expect(() => focusOnceLoaded(null)).not.toThrow();
});
