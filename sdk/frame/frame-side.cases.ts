import { onTestFinished } from 'vitest';
import { errorData } from '../../contract/errors/checkout-error.ts';
import type { CardCalls, CardState, PageCalls } from '../../contract/frame/card-calls.ts';
import type { CallMap, Channel, Handlers } from '../../contract/frame/channel.ts';
import { openChannel } from '../../contract/frame/channel.ts';
import { hello } from '../../contract/frame/handshake.ts';
import type { HostedCalls } from '../../contract/frame/hosted-calls.ts';

// The frame's side of a connection, in the hands of a test: its window, its greeting, its calls.
// What is put in place here for a test is gone at its end, however that goes.

export const CHECKOUT_URL = 'https://checkout.test';
/** What a page gives `init`. */
export const ACCOUNT = {
  publicKey: 'pk_test_no3ds',
  apiBaseUrl: 'https://api.test',
  checkoutUrl: CHECKOUT_URL,
};

/** A window message as the page sent it. */
export type Sent = { data: unknown; target: unknown; ports: MessagePort[] };

class FrameWindow {
  readonly sent: Sent[] = [];

  postMessage(data: unknown, target: unknown, ports: MessagePort[] = []): void {
    this.sent.push({ data, target, ports });
  }
}

/** Gives every iframe in the document a window of ours, and loads none. */
export function installFrameWindows(): void {
  const prototype = HTMLIFrameElement.prototype;
  const before = Object.getOwnPropertyDescriptors(prototype);
  const windows = new WeakMap<object, FrameWindow>();
  for (const symbol of Object.getOwnPropertySymbols(prototype)) {
    if (symbol.description === 'connectedToDocument') Reflect.deleteProperty(prototype, symbol);
  }
  onTestFinished(() => {
    Object.defineProperties(prototype, before);
  });
  Object.defineProperty(prototype, 'contentWindow', {
    configurable: true,
    get(this: HTMLIFrameElement) {
      if (!this.isConnected) return null;
      const known = windows.get(this) ?? new FrameWindow();
      windows.set(this, known);
      return known;
    },
  });
}

/**
 * A dialog whose `close` event comes later, as the platform has it; the test's DOM has it at once.
 */
export function installLateClose(): void {
  const { close } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.close = function closeLate(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  };
  onTestFinished(() => {
    HTMLDialogElement.prototype.close = close;
  });
}

/** Keeps count of who listens to `target`. */
export function countListeners(target: EventTarget): { listening: () => number } {
  const { addEventListener, removeEventListener } = target;
  const kept = new Set<string>();
  const ids = new Map<unknown, number>();
  const idOf = (type: string, listener: unknown) => {
    ids.set(listener, ids.get(listener) ?? ids.size);
    return `${type} ${ids.get(listener)}`;
  };
  target.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    const id = idOf(given[0], given[1]);
    kept.add(id);
    const { signal } = Object(given[2]);
    if (signal instanceof AbortSignal) signal.addEventListener('abort', () => kept.delete(id));
    addEventListener.apply(target, given);
  };
  target.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    kept.delete(idOf(given[0], given[1]));
    removeEventListener.apply(target, given);
  };
  onTestFinished(() => {
    target.addEventListener = addEventListener;
    target.removeEventListener = removeEventListener;
  });
  return { listening: () => kept.size };
}

export function frameWindow(iframe: HTMLIFrameElement): FrameWindow {
  const window: unknown = iframe.contentWindow;
  if (!(window instanceof FrameWindow)) throw new Error('the iframe is not in the page');
  return window;
}

/** The nonce the page gave this frame, as the frame reads it. */
export function nonceOf(iframe: HTMLIFrameElement): string {
  return new URLSearchParams(new URL(iframe.src).hash.slice(1)).get('nonce') ?? '';
}

/** What the page asked in this frame's address, as the frame reads it. */
export function askedOf(iframe: HTMLIFrameElement): unknown {
  const fragment = new URLSearchParams(new URL(iframe.src).hash.slice(1));
  return JSON.parse(fragment.get('options') ?? 'null');
}

/** A window message arrives at the page: from this frame, unless told otherwise. */
export function say(
  iframe: HTMLIFrameElement,
  data: unknown,
  more: { origin?: string; source?: unknown } = {},
): void {
  const event = new MessageEvent('message', { data, origin: more.origin ?? CHECKOUT_URL });
  const source = 'source' in more ? more.source : frameWindow(iframe);
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

export type FrameSide<Event> = {
  channel: Channel<PageCalls<Event>>;
  /** Tells the page something, and waits until it has heard it. */
  notify: (event: Event) => Promise<null>;
  port: MessagePort;
};

/**
 * Greets the page as the frame does and serves `handlers` on the port it answers with. `answer`: to
 * what the page asked in the address.
 */
export function connectFrameSide<Served extends CallMap, Event>(
  iframe: HTMLIFrameElement,
  handlers: Handlers<Served>,
  answer?: unknown,
): FrameSide<Event> {
  say(iframe, hello(nonceOf(iframe), answer));
  const port = frameWindow(iframe).sent.at(-1)?.ports[0];
  if (port === undefined) throw new Error('the page did not answer');
  const channel = openChannel<PageCalls<Event>, Served>({
    port,
    calls: ['notify'],
    handlers,
    timers: {
      set: (callback, delayMs) => setTimeout(callback, delayMs),
      clear: (timer) => clearTimeout(Number(timer)),
    },
    onFlood: () => undefined,
  });
  onTestFinished(() => channel.close(errorData('DESTROYED', 'the test ended')));
  const notify = (event: Event) =>
    channel.call('notify', event, { deadlineMs: 5_000, phase: 'notify' });
  return { channel, notify, port };
}

const FIELD = { empty: true, valid: false, problem: null };

export const EMPTY_CARD: CardState = {
  complete: false,
  empty: true,
  brand: null,
  installments: 1,
  fields: {
    holderName: FIELD,
    number: FIELD,
    expiry: FIELD,
    cvv: FIELD,
    installments: { empty: false, valid: true, problem: null },
  },
};

/** A card frame in which everything goes well; a test spoils one call. */
export const GOOD_CARD_FRAME: Handlers<CardCalls> = {
  configure: async () => ({ height: 321.5, state: EMPTY_CARD, flow: null }),
  update: async () => ({ height: 400, state: EMPTY_CARD }),
  submit: async () => ({
    token: 'tok_1',
    brand: 'visa',
    last4: '1111',
    installments: 2,
    antifraud: { skipped: false, sessionId: 'afs_1' },
  }),
  cancel: async () => null,
  focus: async () => null,
  clear: async () => null,
  conclude: async () => null,
};

/** A hosted frame in which everything goes well. */
export const GOOD_HOSTED_FRAME: Handlers<HostedCalls> = {
  prepare: async () => ({ ...(await GOOD_CARD_FRAME.submit({})), threeDS: null }),
  authenticate: async () => ({ referenceId: 'tds_1', status: 'AUTHENTICATED' }),
  askToClose: async () => null,
  device: async () => null,
  check: async () => null,
  cancel: async () => null,
};
