import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthenticateOptions } from './authenticate.ts';
import { createAuthenticate } from './authenticate.ts';

const BANK = 'http://bank.test';
const METHOD = '/3ds/method/tx';
const CHALLENGE = { transStatus: 'C', cancelled: false, challenge: '/3ds/challenge/one' };
const FINAL = { transStatus: 'Y', cancelled: false };

type Answer = { status?: number; body?: unknown; fails?: boolean };

const frameWindow = window;

let answers: Record<string, Answer>;
let calls: { step: string; init: RequestInit }[];
let sizes: unknown[];
let ended: number;
let controller: AbortController;
let listening: Set<unknown>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  // Frames load nothing here, and happy-dom says so each time: their words are said by the tests.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frameWindow);
  answers = {
    begin: { body: { transactionId: 'tx', method: null } },
    authenticate: { body: { ...FINAL, challenge: null } },
    status: { body: { transStatus: 'C', cancelled: false } },
  };
  calls = [];
  sizes = [];
  ended = 0;
  controller = new AbortController();
  listening = new Set();
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) => {
    if (type === 'message') listening.add(listener);
  });
  vi.spyOn(window, 'removeEventListener').mockImplementation((_type, listener) => {
    listening.delete(listener);
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const step = url.slice(url.lastIndexOf('/') + 1);
    calls.push({ step, init });
    const { status = 200, body = {}, fails = false } = answers[step] ?? {};
    if (fails) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status });
  });
  document.body.innerHTML = '<div id="method"></div><div id="challenge"></div>';
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function container(id: string) {
  return document.querySelector<HTMLElement>(`#${id}`)!;
}
function frame() {
  return document.querySelector('iframe');
}
function nonceOf(element: HTMLIFrameElement | null): string | null {
  return element === null ? null : new URL(element.src).searchParams.get('nonce');
}

/** Lets what is pending in promises come to rest; no time passes. */
function rest() {
  return vi.advanceTimersByTimeAsync(0);
}

function start(change: Partial<AuthenticateOptions> = {}) {
  const run = createAuthenticate(BANK)({
    session: 'tx.secret',
    transactionId: 'tx',
    windowSize: '03',
    methodContainer: container('method'),
    challengeContainer: container('challenge'),
    locale: 'pt-BR',
    onChallenge: (size) => sizes.push(size),
    onChallengeEnd: () => {
      ended += 1;
    },
    signal: controller.signal,
    ...change,
  });
  const settled = run.then(
    (value) => ({ value }),
    (error: { code: string }) => ({ code: error.code }),
  );
  return { settled };
}

function say(change: Record<string, unknown> = {}, data: Record<string, unknown> = {}) {
  const event = {
    source: frameWindow,
    origin: BANK,
    data: { from: 'sandbox-3ds', nonce: nonceOf(frame()), event: 'challenge-done', ...data },
    ...change,
  };
  for (const listener of listening) if (typeof listener === 'function') listener(event);
}

function nothingLeft() {
  expect(document.querySelectorAll('iframe, form')).toHaveLength(0);
  expect(listening.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
}

describe('an authentication without a challenge', () => {
  it('tells the bank nothing but its session, and opens no frame', async () => {
    const { settled } = start();
    await rest();
    expect(frame()).toBeNull();
    expect(await settled).toEqual({ value: FINAL });
    expect(calls.map(({ step }) => step)).toEqual(['begin', 'authenticate']);
    for (const { init } of calls) {
      expect(init).toMatchObject({ method: 'POST', credentials: 'omit', cache: 'no-store' });
      expect(init.body).toBeUndefined();
    }
    expect(sizes).toEqual([]);
    nothingLeft();
  });
});

describe('the 3DS Method', () => {
  beforeEach(() => {
    answers.begin = { body: { transactionId: 'tx', method: METHOD } };
  });

  it('runs in a hidden frame of the bank until it is done', async () => {
    const { settled } = start();
    await rest();
    const element = frame()!;
    expect(element.parentElement).toBe(container('method'));
    expect(element.src).toMatch(/^http:\/\/bank\.test\/3ds\/method\/tx\?nonce=[0-9a-f]{32}$/);
    expect(element.getAttribute('sandbox')).toBe('allow-forms allow-scripts allow-same-origin');
    expect(element.style.visibility).toBe('hidden');
    expect(element.tabIndex).toBe(-1);
    say({}, { event: 'method-done' });
    expect(await settled).toEqual({ value: FINAL });
    nothingLeft();
  });

  it('has a nonce of its own each time', async () => {
    start();
    await rest();
    const first = nonceOf(frame());
    controller.abort();
    await rest();
    controller = new AbortController();
    start();
    await rest();
    expect(nonceOf(frame())).not.toBe(first);
  });

  it('that says nothing for 10 seconds stops nothing', async () => {
    const { settled } = start();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await settled).toEqual({ value: FINAL });
    nothingLeft();
  });

  it('is ended by an abort', async () => {
    const { settled } = start();
    await rest();
    controller.abort();
    expect(await settled).toEqual({ code: 'aborted' });
    nothingLeft();
  });
});

describe('a challenge', () => {
  beforeEach(() => {
    answers.authenticate = { body: CHALLENGE };
  });

  it('runs in a frame that can neither navigate the page nor open a window', async () => {
    const { settled } = start();
    await rest();
    const element = frame()!;
    expect(element.parentElement).toBe(container('challenge'));
    expect(element.getAttribute('sandbox')).toBe(
      'allow-forms allow-scripts allow-same-origin allow-pointer-lock',
    );
    expect(element.allow).toBe('payment *; publickey-credentials-get *');
    expect(element.title).toBe('Confirmação do banco');
    expect(element.src.split('?')[0]).toBe(`${BANK}/3ds/challenge/one`);
    answers.status = { body: FINAL };
    say();
    expect(await settled).toEqual({ value: FINAL });
    expect(ended).toBe(1);
    nothingLeft();
  });

  it.each([
    ['01', 250, 400, '250px', '400px'],
    ['02', 390, 400, '390px', '400px'],
    ['03', 500, 600, '500px', '600px'],
    ['04', 600, 400, '600px', '400px'],
    ['05', 0, 0, '100%', '100%'],
  ] as const)('of size %s is %i by %i', async (windowSize, width, height, wide, high) => {
    const { settled } = start({ windowSize });
    await rest();
    expect(sizes).toEqual([{ width, height }]);
    expect(frame()!.style.width).toBe(wide);
    expect(frame()!.style.height).toBe(high);
    expect(frame()!.style.maxWidth).toBe('100%');
    controller.abort();
    await settled;
  });

  it('is in its container when the page is told of it', async () => {
    let found = false;
    const { settled } = start({
      onChallenge: () => {
        found = container('challenge').querySelector('iframe') !== null;
      },
    });
    await rest();
    expect(found).toBe(true);
    controller.abort();
    await settled;
  });

  it.each([
    ['another origin', { origin: 'http://evil.test' }, {}],
    ['an origin that starts alike', { origin: `${BANK}.evil.test` }, {}],
    ['no origin', { origin: 'null' }, {}],
    ['another window', { source: {} }, {}],
    ['no window', { source: null }, {}],
    ['another run', {}, { nonce: '0'.repeat(32) }],
    ['no run', {}, { nonce: undefined }],
    ['somebody else', {}, { from: 'other' }],
    ['an unknown event', {}, { event: 'challenge-won' }],
    ['no event', {}, { event: 7 }],
    ['text', { data: 'challenge-done' }, {}],
    ['null', { data: null }, {}],
  ])('hears nothing from %s', async (_kind, change, data) => {
    const { settled } = start();
    await rest();
    answers.status = { body: FINAL };
    say(change, data);
    await rest();
    expect(calls.map(({ step }) => step)).not.toContain('status');
    expect(frame()).not.toBeNull();
    controller.abort();
    expect(await settled).toEqual({ code: 'aborted' });
    nothingLeft();
  });

  it('goes on where its frame says done and the bank does not', async () => {
    const { settled } = start();
    await rest();
    say();
    say();
    await rest();
    expect(frame()).not.toBeNull();
    answers.status = { body: { transStatus: 'N', cancelled: true } };
    say();
    expect(await settled).toEqual({ value: { transStatus: 'N', cancelled: true } });
  });

  it('ends by asking where the last word of its frame was lost', async () => {
    const { settled } = start();
    await rest();
    answers.status = { fails: true };
    await vi.advanceTimersByTimeAsync(8_000);
    answers.status = { body: FINAL };
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await settled).toEqual({ value: FINAL });
    nothingLeft();
  });

  it('whose time is over says so', async () => {
    const { settled } = start();
    await rest();
    answers.status = { status: 410 };
    say();
    expect(await settled).toEqual({ code: 'session_expired' });
    nothingLeft();
  });

  it('is taken away by an abort', async () => {
    const { settled } = start();
    await rest();
    controller.abort();
    expect(await settled).toEqual({ code: 'aborted' });
    expect(ended).toBe(1);
    nothingLeft();
  });

  it('is taken away where the page fails to make room', async () => {
    const { settled } = start({
      onChallenge: () => {
        throw new Error('no room');
      },
    });
    await settled;
    expect(ended).toBe(1);
    nothingLeft();
  });
});

describe('a call that fails', () => {
  it.each([
    ['begin', { status: 410 }, 'session_expired'],
    ['begin', { status: 404 }, 'protocol'],
    ['begin', { status: 400 }, 'protocol'],
    ['begin', { status: 500 }, 'network'],
    ['begin', { fails: true }, 'network'],
    ['begin', { body: { transactionId: 'another', method: null } }, 'protocol'],
    ['authenticate', { status: 410 }, 'session_expired'],
    ['authenticate', { status: 413 }, 'protocol'],
    ['authenticate', { fails: true }, 'network'],
  ])('%s with %o is %s', async (step, answer, code) => {
    answers[step] = answer;
    expect(await start().settled).toEqual({ code });
    nothingLeft();
  });

  it('never answered is given up after 15 seconds', async () => {
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    });
    const { settled } = start();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await settled).toEqual({ code: 'network' });
    nothingLeft();
  });

  it('is not made at all after an abort', async () => {
    controller.abort();
    expect(await start().settled).toEqual({ code: 'aborted' });
    expect(calls).toEqual([]);
  });
});
