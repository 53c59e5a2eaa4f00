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
