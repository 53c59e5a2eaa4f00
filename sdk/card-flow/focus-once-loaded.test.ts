import type { Mock } from 'vitest';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusOnceLoaded } from './focus-once-loaded.ts';
import { manualTimers } from './manual-timers.cases.ts';

let frame: HTMLIFrameElement;
let focus: Mock<() => void>;
const { timers, runOut } = manualTimers();

beforeEach(() => {
  frame = document.createElement('iframe');
  focus = vi.fn<() => void>();
  frame.focus = focus;
});
afterEach(() => {
  frame.remove();
  vi.restoreAllMocks();
});

function load() {
  return frame.dispatchEvent(new Event('load'));
}

it('focuses a frame when its document comes, and tells it from then on', () => {
  const loaded = focusOnceLoaded(frame, () => true, timers);
  expect(focus).not.toHaveBeenCalled();
  expect(loaded()).toBeNull();
  load();
  expect(focus).toHaveBeenCalledTimes(1);
  expect(loaded()).toBe(frame);
});

it('leaves the pages that follow to their own focus', () => {
  focusOnceLoaded(frame, () => true, timers);
  load();
  load();
  expect(focus).toHaveBeenCalledTimes(1);
});

it('takes the focus from nobody who went elsewhere meanwhile', () => {
  const loaded = focusOnceLoaded(frame, () => false, timers);
  load();
  expect(focus).not.toHaveBeenCalled();
  expect(loaded()).toBe(frame);
});

it('does nothing where there is no frame', () => {
  expect(focusOnceLoaded(null, () => true, timers)()).toBeNull();
});

it.each([
  ['anew where the keys came back to the page around it', true, 2],
  ['once where somebody else has the focus by then', false, 1],
])('is focused %s', (_case, isActive, times) => {
  document.body.append(frame);
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(isActive ? frame : document.body);
  focusOnceLoaded(frame, () => true, timers);
  load();
  window.dispatchEvent(new Event('focus'));
  // Not within the event, in which Chromium gives a frame no focus.
  expect(focus).toHaveBeenCalledTimes(1);
  runOut(0);
  expect(focus).toHaveBeenCalledTimes(times);
});
