import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import { errorData } from '../../contract/errors/checkout-error.ts';
import { connect, hello, PROTOCOL_VERSION } from '../../contract/frame/handshake.ts';
import { openFrame } from './frame-connection.ts';
import type { FrameFailure } from './frame-failure.ts';
import {
  CHECKOUT_URL,
  connectFrameSide,
  countListeners,
  frameWindow,
  installFrameWindows,
  nonceOf,
  say,
} from './frame-side.cases.ts';

type Calls = { ping: { argument: string; result: string } };
type Told = { type: string };

const DESTROYED = errorData('DESTROYED', 'the test ended it');

/** Timers that fire when the test says so. */
function handTimers() {
  const waiting = new Map<number, { callback: () => void; delayMs: number }>();
  let last = 0;
  return {
    waiting,
    timers: {
      set(callback: () => void, delayMs: number) {
        last += 1;
        waiting.set(last, { callback, delayMs });
        return last;
      },
      clear: (timer: unknown) => {
        waiting.delete(Number(timer));
      },
    },
    fire() {
      for (const [id, { callback }] of [...waiting]) {
        waiting.delete(id);
        callback();
      }
    },
  };
}

let onWindow: ReturnType<typeof countListeners>;
let onDocument: ReturnType<typeof countListeners>;
let probed: number;
let answerProbe: () => Promise<FrameFailure>;

beforeEach(() => {
  installFrameWindows();
  onWindow = countListeners(window);
  onDocument = countListeners(document);
  probed = 0;
  answerProbe = async () => ({ cause: 'refused' });
});

afterEach(() => {
  // Whatever a test did: after its end nothing of a connection may be left.
  expect(document.querySelectorAll('iframe')).toHaveLength(0);
  expect(onWindow.listening()).toBe(0);
  expect(onDocument.listening()).toBe(0);
  vi.restoreAllMocks();
});

function open(fragment: { [name: string]: string } = {}) {
  const clock = handTimers();
  const iframe = document.createElement('iframe');
  const onFrame = countListeners(iframe);
  const lost: ErrorData[] = [];
  const events: Told[] = [];
  const connection = openFrame<Calls, Told>({
    view: window,
    container: document.body,
    iframe,
    origin: CHECKOUT_URL,
    path: 'card',
    publicKey: 'pk_test_no3ds',
    fragment,
    calls: ['ping'],
    timers: clock.timers,
    probe() {
      probed += 1;
      return answerProbe();
    },
    onEvent: (event) => events.push(event),
    onLost: (reason) => lost.push(reason),
  });
  const settled = connection.channel.then(
    () => 'open',
    (error) => error.code,
  );
  /** What the promise says by now. */
  const state = () => Promise.race([settled, turn().then(() => 'waiting')]);
  return { ...connection, clock, iframe, onFrame, lost, events, settled, state };
}

/** One turn of the event loop: whatever was sent over a port has arrived. */
function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}

function serve(iframe: HTMLIFrameElement, ping = async (text: string) => `${text}!`) {
  return connectFrameSide<Calls, Told>(iframe, { ping });
}

describe('the frame that is opened', () => {
  it('has the key in its query and a fresh nonce in its fragment, which is never sent', () => {
    const [one, other] = [open({ theme: 'dark' }), open()];
    const url = new URL(one.iframe.src);
    expect(`${url.origin}${url.pathname}${url.search}`).toBe(
      `${CHECKOUT_URL}/card?key=pk_test_no3ds`,
    );
    expect(url.hash).toMatch(/^#nonce=[\w%]{22,}&theme=dark$/);
    expect(atob(nonceOf(one.iframe))).toHaveLength(16);
    expect(nonceOf(one.iframe)).not.toBe(nonceOf(other.iframe));
    one.close(DESTROYED);
    other.close(DESTROYED);
  });

  it('is answered with a port once it says hello', async () => {
    const frame = open();
    const { sent } = frameWindow(frame.iframe);
    say(frame.iframe, hello(nonceOf(frame.iframe)));
    expect(await frame.settled).toBe('open');
    expect(sent).toHaveLength(1);
    expect(sent[0]!.data).toEqual(connect(nonceOf(frame.iframe)));
    expect(sent[0]!.target).toBe(CHECKOUT_URL);
    expect(sent[0]!.ports).toHaveLength(1);
    frame.close(DESTROYED);
  });

  it('is answered once, however often it says hello', async () => {
    const frame = open();
    const { sent } = frameWindow(frame.iframe);
    for (let time = 0; time < 3; time += 1) say(frame.iframe, hello(nonceOf(frame.iframe)));
    await frame.settled;
    expect(sent).toHaveLength(1);
    frame.close(DESTROYED);
  });

  it('can be called and can tell', async () => {
    const frame = open();
    const side = serve(frame.iframe);
    const channel = await frame.channel;
    expect(await channel.call('ping', 'a', { deadlineMs: 1_000, phase: 'ping' })).toBe('a!');
    await side.notify({ type: 'change' });
    expect(frame.events).toEqual([{ type: 'change' }]);
    frame.close(DESTROYED);
    side.channel.close(DESTROYED);
  });

  it('keeps no deadline and does not listen any longer once it is connected', async () => {
    const frame = open();
    say(frame.iframe, hello(nonceOf(frame.iframe)));
    await frame.settled;
    await turn();
    expect(frame.clock.waiting.size).toBe(0);
    expect(onWindow.listening()).toBe(0);
    expect(onDocument.listening()).toBe(0);
    frame.close(DESTROYED);
  });
});

describe('a hello that is not for us', () => {
  type Attack = (iframe: HTMLIFrameElement) => void;
  const attacks: [string, Attack][] = [
    ['another window', (it) => say(it, hello(nonceOf(it)), { source: {} })],
    ['the page itself', (it) => say(it, hello(nonceOf(it)), { source: window })],
    ['no window at all', (it) => say(it, hello(nonceOf(it)), { source: null })],
    ['another origin', (it) => say(it, hello(nonceOf(it)), { origin: 'https://evil.test' })],
    ['an opaque origin', (it) => say(it, hello(nonceOf(it)), { origin: 'null' })],
    ['an empty origin', (it) => say(it, hello(nonceOf(it)), { origin: '' })],
    [
      'our origin with a port',
      (it) => say(it, hello(nonceOf(it)), { origin: `${CHECKOUT_URL}:8443` }),
    ],
    [
      'a longer origin',
      (it) => say(it, hello(nonceOf(it)), { origin: `${CHECKOUT_URL}.evil.test` }),
    ],
    [
      'our host without https',
      (it) => say(it, hello(nonceOf(it)), { origin: 'http://checkout.test' }),
    ],
    ['another nonce', (it) => say(it, hello('0'.repeat(32)))],
    ['our own answer, sent back', (it) => say(it, connect(nonceOf(it)))],
    ['a version of another frame', (it) => say(it, { ...hello('x'), version: 99 })],
  ];

  it.each(attacks)('is passed over: %s', async (_what, attack) => {
    const frame = open();
    const { sent } = frameWindow(frame.iframe);
    attack(frame.iframe);
    expect(await frame.state()).toBe('waiting');
    expect(sent).toEqual([]);
    expect(frame.lost).toEqual([]);

    // And the honest one, coming late, is still answered.
    say(frame.iframe, hello(nonceOf(frame.iframe)));
    expect(await frame.settled).toBe('open');
    frame.close(DESTROYED);
  });

  it('is passed over with the nonce of a sibling frame', async () => {
    const [one, other] = [open(), open()];
    say(one.iframe, hello(nonceOf(other.iframe)));
    say(other.iframe, hello(nonceOf(one.iframe)));
    expect([await one.state(), await other.state()]).toEqual(['waiting', 'waiting']);
    one.close(DESTROYED);
    other.close(DESTROYED);
  });
});

describe('a frame that does not come', () => {
  it('is given seven seconds', () => {
    const frame = open();
    expect([...frame.clock.waiting.values()].map(({ delayMs }) => delayMs)).toEqual([7_000]);
    frame.close(DESTROYED);
  });

  it('is not shown while it is silent, and again once it speaks', async () => {
    const frame = open();
    expect(frame.iframe.style.opacity).toBe('0');
    say(frame.iframe, hello(nonceOf(frame.iframe)));
    expect(frame.iframe.style.opacity).toBe('');
    frame.close(DESTROYED);
  });

  it.each([
    ['refuses the page', async () => ({ cause: 'refused' as const }), 'refused'],
    ['answers an error', async () => ({ cause: 'http' as const }), 'http'],
    ['cannot even be asked about', () => Promise.reject(new TypeError('no')), 'network'],
  ] as const)('is FRAME_UNAVAILABLE where its host %s', async (_what, answer, cause) => {
    answerProbe = answer;
    const frame = open();
    frame.clock.fire();
    expect(await frame.settled).toBe('FRAME_UNAVAILABLE');
    expect(probed).toBe(1);
    expect(frame.lost).toMatchObject([
      { code: 'FRAME_UNAVAILABLE', retryable: true, details: { phase: 'handshake', cause } },
    ]);
  });

  it('is told at once where the policy of the page blocks it', async () => {
    const frame = open();
    const blocked = {
      disposition: 'enforce',
      effectiveDirective: 'frame-src',
      blockedURI: CHECKOUT_URL,
    };
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), blocked));
    expect(await frame.settled).toBe('FRAME_UNAVAILABLE');
    expect(frame.lost[0]!.details).toEqual({
      phase: 'handshake',
      cause: 'csp',
      directive: 'frame-src',
      host: CHECKOUT_URL,
    });
    expect(frame.clock.waiting.size).toBe(0);
    expect(probed).toBe(0);
  });

  it('may still come while its host is asked', async () => {
    const { promise, resolve: answer } = deferred<FrameFailure>();
    answerProbe = () => promise;
    const frame = open();
    frame.clock.fire();
    say(frame.iframe, hello(nonceOf(frame.iframe)));
    expect(await frame.settled).toBe('open');
    answer({ cause: 'http' });
    await turn();
    expect(frame.lost).toEqual([]);
    expect(frame.iframe.isConnected).toBe(true);
    frame.close(DESTROYED);
  });

  it('is not asked after once it was given up', async () => {
    const frame = open();
    frame.clock.fire();
    frame.close(DESTROYED);
    await turn();
    expect(await frame.settled).toBe('DESTROYED');
    expect(frame.lost).toEqual([]);
  });

  it('is another release where it speaks another version', async () => {
    const frame = open();
    say(frame.iframe, { ...hello(nonceOf(frame.iframe)), version: PROTOCOL_VERSION + 1 });
    expect(await frame.settled).toBe('FRAME_VERSION_MISMATCH');
    expect(frame.lost.map(({ code }) => code)).toEqual(['FRAME_VERSION_MISMATCH']);
    expect(frame.clock.waiting.size).toBe(0);
  });
});

describe('a frame that is lost', () => {
  const loadAgain = (iframe: HTMLIFrameElement) => iframe.dispatchEvent(new Event('load'));

  it('by a second load takes its pending calls along', async () => {
    const frame = open();
    const side = serve(frame.iframe, () => new Promise(() => undefined));
    const channel = await frame.channel;
    const call = channel.call('ping', 'a', { deadlineMs: 1_000, phase: 'ping' });
    loadAgain(frame.iframe);
    loadAgain(frame.iframe);
    await expect(call).rejects.toMatchObject({ code: 'FRAME_LOST', details: { phase: 'ping' } });
    expect(frame.lost.map(({ code }) => code)).toEqual(['FRAME_LOST']);
    side.channel.close(DESTROYED);
  });

  it('not by its first load', async () => {
    const frame = open();
    const side = serve(frame.iframe);
    const channel = await frame.channel;
    loadAgain(frame.iframe);
    expect(await channel.call('ping', 'a', { deadlineMs: 1_000, phase: 'ping' })).toBe('a!');
    frame.close(DESTROYED);
    side.channel.close(DESTROYED);
  });

  it.each([
    ['bye', 'FRAME_LOST'],
    ['flooded', 'CHANNEL_FLOODED'],
  ])('by its own last word, %s, is told once', async (type, code) => {
    const frame = open();
    const side = serve(frame.iframe);
    side.notify({ type }).catch(() => undefined);
    side.notify({ type }).catch(() => undefined);
    await vi.waitFor(() => expect(frame.lost).not.toEqual([]), { interval: 1, timeout: 30_000 });
    expect(frame.lost.map((reason) => reason.code)).toEqual([code]);
    expect(frame.events).toEqual([]);
    side.channel.close(DESTROYED);
  });

  it('by an event without a shape is not lost', async () => {
    const frame = open();
    const side = serve(frame.iframe);
    await side.notify(null as unknown as Told).catch(() => undefined);
    expect(frame.lost).toEqual([]);
    frame.close(DESTROYED);
    side.channel.close(DESTROYED);
  });
});

describe('a connection that is closed', () => {
  it('before the handshake rejects with its reason, once, and tells no loss', async () => {
    const frame = open();
    frame.close(DESTROYED);
    frame.close(errorData('FRAME_LOST', 'later'));
    expect(await frame.settled).toBe('DESTROYED');
    expect(frame.lost).toEqual([]);
    expect(frame.clock.waiting.size).toBe(0);
    expect(frame.onFrame.listening()).toBe(0);
  });

  it('ends its pending calls with its reason and keeps no timer', async () => {
    const frame = open();
    const side = serve(frame.iframe, () => new Promise(() => undefined));
    const channel = await frame.channel;
    const call = channel.call('ping', 'a', { deadlineMs: 1_000, phase: 'ping' });
    frame.close(DESTROYED);
    await expect(call).rejects.toMatchObject({ code: 'DESTROYED' });
    expect(frame.clock.waiting.size).toBe(0);
    expect(frame.onFrame.listening()).toBe(0);
    side.channel.close(DESTROYED);
  });

  it('hears neither a late hello nor a late event', async () => {
    const frame = open();
    const side = serve(frame.iframe);
    await frame.channel;
    const nonce = nonceOf(frame.iframe);
    const source = frameWindow(frame.iframe);
    frame.close(DESTROYED);
    say(frame.iframe, hello(nonce), { source });
    side.port.postMessage({ id: '1', type: 'APPLY', path: ['notify'], argumentList: [] });
    frame.iframe.dispatchEvent(new Event('load'));
    frame.iframe.dispatchEvent(new Event('load'));
    await turn();
    expect([frame.events, frame.lost]).toEqual([[], []]);
    expect(source.sent).toHaveLength(1);
    side.channel.close(DESTROYED);
  });

  it('refuses further calls at once', async () => {
    const frame = open();
    const side = serve(frame.iframe);
    const channel = await frame.channel;
    frame.close(DESTROYED);
    await expect(
      channel.call('ping', 'a', { deadlineMs: 1_000, phase: 'ping' }),
    ).rejects.toMatchObject({ code: 'DESTROYED' });
    side.channel.close(DESTROYED);
  });
});
