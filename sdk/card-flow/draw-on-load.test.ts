import { beforeEach, expect, it, vi } from 'vitest';
import { drawOnLoad } from './draw-on-load.ts';

let frame: HTMLIFrameElement;
/** `display` whenever the browser was made to lay the frame out. */
let laidOut: string[];

beforeEach(() => {
  frame = document.createElement('iframe');
  frame.style.display = 'block';
  laidOut = [];
  vi.spyOn(frame, 'offsetHeight', 'get').mockImplementation(() => {
    laidOut.push(frame.style.display);
    return 0;
  });
});

const load = () => frame.dispatchEvent(new Event('load'));

it('boxes a frame anew for every document, and leaves it as it was', () => {
  drawOnLoad(frame);
  expect(laidOut).toEqual([]);
  load();
  load();
  expect(laidOut).toEqual(['none', 'none']);
  expect(frame.style.display).toBe('block');
});

it('does nothing where there is no frame', () => {
  expect(() => drawOnLoad(null)).not.toThrow();
});
