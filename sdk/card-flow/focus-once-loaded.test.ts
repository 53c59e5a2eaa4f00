import type { Mock } from 'vitest';
import { beforeEach, expect, it, vi } from 'vitest';
import { focusOnceLoaded } from './focus-once-loaded.ts';

let frame: HTMLIFrameElement;
let focus: Mock<() => void>;

beforeEach(() => {
  frame = document.createElement('iframe');
  focus = vi.fn<() => void>();
  frame.focus = focus;
});

function load() {
  return frame.dispatchEvent(new Event('load'));
}

it('focuses a frame when its document comes, and tells it from then on', () => {
  const loaded = focusOnceLoaded(frame, () => true);
  expect(focus).not.toHaveBeenCalled();
  expect(loaded()).toBeNull();
  load();
  expect(focus).toHaveBeenCalledTimes(1);
  expect(loaded()).toBe(frame);
});

it('leaves the pages that follow to their own focus', () => {
  focusOnceLoaded(frame, () => true);
  load();
  load();
  expect(focus).toHaveBeenCalledTimes(1);
});

it('takes the focus from nobody who went elsewhere meanwhile', () => {
  const loaded = focusOnceLoaded(frame, () => false);
  load();
  expect(focus).not.toHaveBeenCalled();
  expect(loaded()).toBe(frame);
});

it('does nothing where there is no frame', () => {
  expect(focusOnceLoaded(null, () => true)()).toBeNull();
});
