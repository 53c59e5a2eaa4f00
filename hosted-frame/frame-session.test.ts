import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CheckoutError, errorData } from '../contract/errors/checkout-error.ts';
import { entry, object, text } from '../contract/frame/call-schema.ts';
import type { PageCalls } from '../contract/frame/card-calls.ts';
import type { Channel } from '../contract/frame/channel.ts';
import { openChannel } from '../contract/frame/channel.ts';
import { connect, hello, PROTOCOL_VERSION } from '../contract/frame/handshake.ts';
import type { CheckoutConfig } from '../contract/published-types.ts';
import { parentOrigin, parseArgument, startFrameSession } from './frame-session.ts';

type Calls = { submit: { argument: unknown; result: string } };
type Told = { type: string };

const NONCE = '0123456789abcdef0123456789abcdef';
const SHOP = 'https://shop.test';
const CONFIG = { origins: [] as string[] } as unknown as CheckoutConfig;
const DONE = errorData('DESTROYED', 'the test ended');

/** The window of a frame, with a parent that keeps what it is sent. */
function frameIn(origin: string) {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const sent: { data: unknown; target: string }[] = [];
  const parent = { postMessage: (data: unknown, target: string) => sent.push({ data, target }) };
  const of = (type: string) => listeners.get(type) ?? new Set();
  return {
    parent,
    sent,
    view: {
      parent,
      location: { ancestorOrigins: [origin] },
      addEventListener: (type: string, listener: (event: unknown) => void) =>
        listeners.set(type, of(type).add(listener)),
      removeEventListener: (type: string, listener: (event: unknown) => void) =>
        of(type).delete(listener),
    } as unknown as Window,
    dispatch(type: string, event: object) {
      for (const listener of [...of(type)]) listener(event);
    },
    listening: (type: string) => of(type).size,
  };
}

function start(config: CheckoutConfig = CONFIG, first?: () => Promise<unknown>) {
  const frame = frameIn(SHOP);
  const onClose = vi.fn();
  const submit = vi.fn(async () => 'done');
  const session = startFrameSession<Calls, Told>({
    view: frame.view,
    config,
    nonce: NONCE,
    handlers: { submit },
    first,
    onClose,
  });
  /** A window message arrives at the frame: the honest answer, unless told otherwise. */
  function answer(spoilt: { [name: string]: unknown } = {}): MessagePort {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    frame.dispatch('message', {
      source: frame.parent,
      origin: SHOP,
      data: connect(NONCE),
      ports: [port2],
      ...spoilt,
    });
    return port1;
  }
  return { ...frame, ...session, answer, onClose, submit };
}

/** The page's end of the channel; keeps what the frame tells. */
function pageOn(port: MessagePort) {
  const heard: Told[] = [];
  const channel: Channel<Calls> = openChannel<Calls, PageCalls<Told>>({
    port,
    calls: ['submit'],
    handlers: {
      notify: async (event) => {
        heard.push(event);
        return null;
      },
    },
    timers: {
      set: (callback, delayMs) => setTimeout(callback, delayMs),
      clear: (timer) => clearTimeout(Number(timer)),
    },
    onFlood: () => undefined,
  });
  onTestFinished(() => channel.close(DONE));
  const call = () => channel.call('submit', {}, { deadlineMs: 1_000, phase: 'submit' });
  return { call, heard };
}

function newPort() {
  const { port1 } = new MessageChannel();
  onTestFinished(() => port1.close());
  return port1;
}

describe('a session', () => {
  it('says hello to its parent alone, with nothing but version and nonce', () => {
    const { sent } = start();
    expect(sent).toEqual([{ data: hello(NONCE), target: SHOP }]);
    expect(Object.keys(hello(NONCE)).sort()).toEqual(['checkout', 'nonce', 'version']);
  });

  it('serves the page that answers', async () => {
    const frame = start();
    const page = pageOn(frame.answer());
    expect(frame.listening('message')).toBe(0);
    expect(await page.call()).toBe('done');
    expect(frame.submit).toHaveBeenCalledWith({});
  });

  it('tells the page its events, also those of before it was there', async () => {
    const frame = start();
    frame.notify({ type: 'early' });
    const page = pageOn(frame.answer());
    frame.notify({ type: 'change' });
    await page.call();
    expect(page.heard).toEqual([{ type: 'early' }, { type: 'change' }]);
    expect(frame.sent).toHaveLength(1);
  });
});

describe('what the page asked in the address', () => {
  const greeted = ({ sent }: ReturnType<typeof start>) =>
    vi.waitFor(() => expect(sent).toHaveLength(1));

  it('is answered with the hello, which waits for it', async () => {
    let finish = (_value: string) => {};
    const frame = start(CONFIG, () => new Promise((resolve) => (finish = resolve)));
    await Promise.resolve();
    expect(frame.sent).toEqual([]);
    finish('shown');
    await greeted(frame);
    const answer = { ok: true, value: 'shown' };
    expect(frame.sent).toEqual([{ data: hello(NONCE, answer), target: SHOP }]);
  });

  it('is refused with the hello, without a stack', async () => {
    const frame = start(CONFIG, async () => {
      throw new CheckoutError(errorData('METHOD_NOT_ENABLED', 'no cards'));
    });
    await greeted(frame);
    const error = errorData('METHOD_NOT_ENABLED', 'no cards');
    expect(frame.sent[0]?.data).toEqual(hello(NONCE, { ok: false, error }));
  });

  it('leaves the page to connect as ever', async () => {
    const frame = start(CONFIG, async () => 'shown');
    await greeted(frame);
    expect(await pageOn(frame.answer()).call()).toBe('done');
  });

  it('is not even tried for a page that is not registered', async () => {
    const first = vi.fn(async () => 'shown');
    const origins = ['https://other.test'];
    const frame = start({ origins } as unknown as CheckoutConfig, first);
    await Promise.resolve();
    expect(first).not.toHaveBeenCalled();
    expect(frame.sent).toEqual([{ data: hello(NONCE), target: SHOP }]);
  });
});

describe('an answer that is not for us', () => {
  type Spoil = { [name: string]: unknown };
  it.each<[string, () => Spoil]>([
    ['from another window', () => ({ source: {} })],
    ['from no window', () => ({ source: null })],
    ['with another nonce', () => ({ data: connect('f'.repeat(32)) })],
    ['of a newer version', () => ({ data: { ...connect(NONCE), version: PROTOCOL_VERSION + 1 } })],
    ['that is our own hello', () => ({ data: hello(NONCE) })],
    ['without a port', () => ({ ports: [] })],
    ['with two ports', () => ({ ports: [newPort(), newPort()] })],
  ])('is passed over in silence: %s', async (_what, spoil) => {
    const frame = start();
    frame.answer(spoil());
    expect(frame.listening('message')).toBe(1);
    expect(frame.sent).toHaveLength(1);

    // And the honest one, coming late, is still taken.
    expect(await pageOn(frame.answer()).call()).toBe('done');
  });

  it('is passed over once another was taken', async () => {
    const frame = start();
    const page = pageOn(frame.answer());
    const late = frame.answer();
    const heard = vi.fn();
    late.addEventListener('message', heard);
    late.start();
    late.postMessage({ id: '1', type: 'APPLY', path: ['submit'], argumentList: [] });
    frame.notify({ type: 'change' });
    await page.call();
    await page.call();
    expect(frame.submit).toHaveBeenCalledTimes(2);
    expect(heard).not.toHaveBeenCalled();
    expect(frame.listening('message')).toBe(0);
  });
});

describe('an account with registered origins', () => {
  const registered = { origins: [SHOP, 'https://www.shop.test'] } as unknown as CheckoutConfig;

  it.each([SHOP, 'https://www.shop.test'])('is served in a page of %s', (origin) => {
    const frame = start(registered);
    frame.answer({ origin });
    expect(frame.listening('message')).toBe(0);
  });

  it.each([
    'https://evil.test',
    `${SHOP}.evil.test`,
    `${SHOP}:8443`,
    `${SHOP}/`,
    'http://shop.test',
    'https://SHOP.test',
    'https://sub.shop.test',
    'null',
    '',
  ])('is not served in a page of "%s"', (origin) => {
    const frame = start(registered);
    frame.answer({ origin });
    expect(frame.listening('message')).toBe(1);
  });
});

describe('the end of the document', () => {
  it('is told to the page, after what was being done has been ended', async () => {
    const frame = start();
    const page = pageOn(frame.answer());
    frame.dispatch('pagehide', { persisted: false });
    expect(frame.onClose).toHaveBeenCalledOnce();
    await page.call();
    expect(page.heard).toEqual([{ type: 'bye' }]);
  });

  it('is not told where the page only went into the cache, yet no card stays', async () => {
    const frame = start();
    const page = pageOn(frame.answer());
    frame.dispatch('pagehide', { persisted: true });
    expect(frame.onClose).toHaveBeenCalledOnce();
    expect(await page.call()).toBe('done');
    expect(page.heard).toEqual([]);
  });

  it('before a page has answered is told to nobody', () => {
    const frame = start();
    frame.dispatch('pagehide', { persisted: false });
    expect(frame.onClose).toHaveBeenCalledOnce();
    expect(frame.sent).toHaveLength(1);
  });
});

describe('parentOrigin', () => {
  type Facts = { ancestorOrigins?: string[]; referrer?: string; top?: boolean };
  const viewOf = ({ ancestorOrigins, referrer = '', top = false }: Facts) => {
    const view = { location: { ancestorOrigins }, document: { referrer }, parent: {} as unknown };
    if (top) view.parent = view;
    return view as unknown as Window;
  };

  it.each<[string, Facts, string]>([
    ['its nearest ancestor', { ancestorOrigins: [SHOP, 'https://top.test'] }, SHOP],
    [
      'its ancestor over its referrer',
      { ancestorOrigins: [SHOP], referrer: 'https://a.test/' },
      SHOP,
    ],
    ['its referrer where ancestors are not told', { referrer: `${SHOP}/cart?x=1` }, SHOP],
    ['its referrer where there is no ancestor', { ancestorOrigins: [], referrer: SHOP }, SHOP],
    ['nobody in an opaque page', { ancestorOrigins: ['null'], referrer: SHOP }, ''],
    ['nobody without a referrer', {}, ''],
    ['nobody with a referrer that is no address', { referrer: 'about' }, ''],
    ['nobody on its own', { top: true, referrer: SHOP, ancestorOrigins: [SHOP] }, ''],
  ])('speaks to %s', (_whom, facts, expected) => {
    expect(parentOrigin(viewOf(facts))).toBe(expected);
  });
});

describe('parseArgument', () => {
  const isAmount = (value: unknown): value is number => Number.isInteger(value);
  const schema = object({ amount: entry(isAmount, 'must be an integer'), cvv: text(3) });

  it('gives what the schema knows and nothing else', () => {
    const given = { amount: 1, cvv: '937', apiBaseUrl: 'https://evil.test' };
    expect(parseArgument(schema, given)).toEqual({ amount: 1, cvv: '937' });
  });

  it('names every wrong field and repeats no value', () => {
    const thrown = () => parseArgument(schema, { amount: '4111111111111111', cvv: 937 });
    expect(thrown).toThrow(CheckoutError);
    try {
      thrown();
    } catch (error) {
      const { code, message, details } = error as CheckoutError;
      expect(code).toBe('INVALID_ARGUMENT');
      expect(message).toBe('amount is not valid');
      expect(details).toMatchObject({ fields: [{ path: 'amount' }, { path: 'cvv' }] });
      expect(JSON.stringify([message, details])).not.toMatch(/4111|937/);
    }
  });

  it.each([undefined, null, 'text', 7, []])('refuses %j as a whole', (argument) => {
    expect(() => parseArgument(schema, argument)).toThrow('the argument is not valid');
  });
});
