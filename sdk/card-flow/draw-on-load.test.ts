import { beforeEach, expect, it, vi } from 'vitest';
import { drawOnLoad } from './draw-on-load.ts';

let frame: HTMLIFrameElement;
let later: (() => void)[];
const timers = { set: (run: () => void) => later.push(run), clear: () => undefined };
/** `display` whenever the browser was made to lay the frame out. */
let laidOut: string[];

beforeEach(() => {
  frame = document.createElement('iframe');
  frame.style.display = 'block';
  laidOut = [];
  later = [];
  vi.spyOn(frame, 'offsetHeight', 'get').mockImplementation(() => {
    laidOut.push(frame.style.display);
    return 0;
  });
});

const load = () => frame.dispatchEvent(new Event('load'));

it('boxes a frame anew for every document, at once and once it is shown, and leaves it as it was', () => {
  drawOnLoad(frame, timers);
  expect(laidOut).toEqual([]);
  load();
  expect(laidOut).toEqual(['none']);
  for (const run of later) run();
  expect(laidOut).toEqual(['none', 'none']);
  load();
  expect(laidOut).toHaveLength(3);
  expect(frame.style.display).toBe('block');
});

it('does nothing where there is no frame', () => {
  expect(() => drawOnLoad(null, timers)).not.toThrow();
});
