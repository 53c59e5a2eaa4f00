import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { layOutFrames } from './lay-out-frames.ts';

let container: HTMLElement;
/** How many frames were there whenever the browser was made to lay them out. */
let laidOut: number[];
let stop: () => void;

beforeEach(() => {
  container = document.createElement('div');
  laidOut = [];
  vi.spyOn(container, 'getBoundingClientRect').mockImplementation(() => {
    laidOut.push(container.querySelectorAll('iframe').length);
    return new DOMRect();
  });
  stop = layOutFrames([document.createElement('div'), container]);
});

afterEach(() => stop());

function addFrame(parent: HTMLElement) {
  return parent.append(document.createElement('iframe'));
}

it('lays a frame out as soon as the script that put it there has returned', async () => {
  addFrame(container);
  await Promise.resolve();
  expect(laidOut).toEqual([1]);
});

it('sees a frame that comes into something the script had put there before', async () => {
  const wrapper = document.createElement('div');
  container.append(wrapper);
  await Promise.resolve();
  addFrame(wrapper);
  await Promise.resolve();
  expect(laidOut).toEqual([0, 1]);
});

it('lays nothing out once it was ended', async () => {
  stop();
  addFrame(container);
  await Promise.resolve();
  expect(laidOut).toEqual([]);
});

it('boxes a frame anew for every document that comes into it, and leaves it as it was', () => {
  const frame = loadable('block');
  const displays: string[] = [];
  vi.spyOn(frame, 'getBoundingClientRect').mockImplementation(() => {
    displays.push(frame.style.display);
    return new DOMRect();
  });
  frame.dispatchEvent(new Event('load'));
  expect(displays).toEqual(['none', 'block']);
  frame.dispatchEvent(new Event('load'));
  expect(displays).toEqual(['none', 'block', 'none', 'block']);
});

it('boxes a frame before anybody else is told that it has loaded', () => {
  const frame = loadable('');
  const told: string[] = [];
  vi.spyOn(frame, 'getBoundingClientRect').mockImplementation(() => {
    told.push('boxed');
    return new DOMRect();
  });
  frame.addEventListener('load', () => told.push('loaded'));
  frame.dispatchEvent(new Event('load'));
  expect(told).toEqual(['boxed', 'boxed', 'loaded']);
});

it('boxes nothing but frames, and none once it was ended', () => {
  const image = document.createElement('img');
  container.append(image);
  const frame = loadable('block');
  const ofImage = vi.spyOn(image, 'getBoundingClientRect');
  const ofFrame = vi.spyOn(frame, 'getBoundingClientRect');
  image.dispatchEvent(new Event('load'));
  stop();
  frame.dispatchEvent(new Event('load'));
  expect(ofImage).not.toHaveBeenCalled();
  expect(ofFrame).not.toHaveBeenCalled();
});

function loadable(display: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.style.display = display;
  container.append(frame);
  return frame;
}
