import { afterEach, expect, it } from 'vitest';
import { createDeviceRun } from './run-device.ts';

const SETTINGS = { stageUrl: 'https://stage.test', publicKey: 'pk_test_a' };

afterEach(() => {
  document.body.innerHTML = '';
});

function frames(): HTMLIFrameElement[] {
  return [...document.querySelectorAll('iframe')];
}

it('opens one document for the session, apart from ours and never laid out', () => {
  createDeviceRun(window, SETTINGS)('a session&key=other');
  const [frame] = frames();
  expect(frame?.src).toBe(
    'https://stage.test/device?key=pk_test_a&session=a+session%26key%3Dother',
  );
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts');
  expect(frame?.referrerPolicy).toBe('strict-origin');
  expect(frame?.style.display).toBe('none');
});

it('has run once the document was loaded, and leaves it there', async () => {
  const run = createDeviceRun(window, SETTINGS)('session-1');
  let ended = false;
  const over = run.then(() => {
    ended = true;
  });
  await Promise.resolve();
  expect(ended).toBe(false);
  frames()[0]?.dispatchEvent(new Event('load'));
  await over;
  expect(frames()).toHaveLength(1);
});

it('gives the place of one session to the next', () => {
  const run = createDeviceRun(window, SETTINGS);
  run('session-1');
  run('session-2');
  expect(frames().map((frame) => new URL(frame.src).searchParams.get('session'))).toEqual([
    'session-2',
  ]);
});
