import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeFormChallenge } from '../../../contract/card/form-challenge.ts';
import { toErrorData } from '../../../contract/errors/checkout-error.ts';
import type { ThreeDSDriverRun } from '../three-d-secure-driver.ts';
import { formChallengeDriver } from './form-challenge.ts';

const BANK = 'https://bank.test';
const SESSION = writeFormChallenge({ url: `${BANK}/challenges/1`, creq: 'eyJ0' });

const BANK_WINDOW = Object.create(window) as Window & typeof globalThis;

let container: HTMLElement;
let controller: AbortController;
let submitted: { action: string; target: string; fields: [string, unknown][] }[];
let told: string[];

beforeEach(() => {
  // Out of the document, since no frame is loaded here: its window stands for itself.
  container = document.createElement('div');
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(BANK_WINDOW);
  controller = new AbortController();
  submitted = [];
  told = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const { action, target } = this;
    submitted.push({ action, target, fields: [...new FormData(this).entries()] });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function start(change: Partial<ThreeDSDriverRun> = {}) {
  const run = formChallengeDriver('mercadopago').run({
    view: window,
    session: SESSION,
    transactionId: '17',
    windowSize: '03',
    locale: 'pt-BR',
    methodContainer: document.createElement('div'),
    challengeContainer: container,
    onChallenge: ({ width, height }) => {
      told.push(`${width}x${height} with ${container.querySelectorAll('iframe').length} frame`);
    },
    onChallengeEnd: () => void told.push('end'),
    signal: controller.signal,
    proceed: () => Promise.reject(new Error('nobody is asked')),
    ...change,
  });
  return run.then(
    (value) => value,
    (thrown: unknown) => toErrorData(thrown),
  );
}

function frame() {
  const found = container.querySelector('iframe');
  if (found === null) throw new Error('there is no frame');
  return found;
}

function say(data: unknown, source: MessageEventSource | null = frame().contentWindow) {
  window.dispatchEvent(new MessageEvent('message', { data, source, origin: BANK }));
}

function expectNothingLeft() {
  expect(document.querySelectorAll('form')).toHaveLength(0);
  expect(container.childElementCount).toBe(0);
}

const DONE = { status: 'COMPLETE' };

describe("the bank's page of a form challenge", () => {
  it('gets the one field by a form, into a frame of its own', async () => {
    const run = start();
    const target = frame().name;
    const fields = [['creq', 'eyJ0']];
    expect(submitted).toEqual([{ action: `${BANK}/challenges/1`, target, fields }]);
    expect(told).toEqual(['500x600 with 1 frame']);
    expect(frame().title).toBe('Página do seu banco');
    say(DONE);
    expect(await run).toEqual({ outcome: 'done' });
    expect(told.at(-1)).toBe('end');
    expectNothingLeft();
  });

  it('cannot lead the page around it away', () => {
    start();
    expect(frame().getAttribute('sandbox')).not.toContain('top-navigation');
    controller.abort();
  });

  it.each([
    ['another window', DONE, () => window],
    ['no window', DONE, () => null],
    ['itself with other words', { status: 'APPROVED' }, () => frame().contentWindow],
    ['itself with nothing', null, () => frame().contentWindow],
    ['itself with a text', 'COMPLETE', () => frame().contentWindow],
  ])('is not over by what is said by %s', async (_whom, data, source) => {
    const run = start();
    say(data, source());
    await Promise.resolve();
    expect(told).not.toContain('end');
    say(DONE);
    expect(await run).toEqual({ outcome: 'done' });
  });

  it('goes where nobody waits for it any more, and hears nothing then', async () => {
    const run = start();
    const { contentWindow } = frame();
    controller.abort();
    expect(await run).toMatchObject({ code: 'ABORTED', details: { phase: 'challenge' } });
    expectNothingLeft();
    say(DONE, contentWindow);
    expect(told.filter((one) => one === 'end')).toHaveLength(1);
  });

  it('is never opened where nobody waited for it', async () => {
    controller.abort();
    expect(await start()).toMatchObject({ code: 'ABORTED' });
    expect(submitted).toEqual([]);
    expect(told).toEqual([]);
  });

  it.each([
    ['no JSON', 'session-1'],
    ['no address', '{"creq":"x"}'],
    ['no request', `{"url":"${BANK}"}`],
    ['an address without encryption', '{"url":"http://bank.test","creq":"x"}'],
    ['a script for an address', '{"url":"javascript:alert(1)","creq":"x"}'],
    ['null', 'null'],
  ])('is not opened by a session that holds %s', async (_what, session) => {
    expect(await start({ session })).toMatchObject({ code: 'THREEDS_FAILED' });
    expect(submitted).toEqual([]);
    expect(formChallengeDriver('x').hostsOf?.(session)).toEqual([]);
  });

  it('names the host that a policy has to allow', () => {
    expect(formChallengeDriver('x').hostsOf?.(SESSION)).toEqual([BANK]);
  });
});
