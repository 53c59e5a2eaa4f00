import type { ErrorData } from '../errors/checkout-error.ts';
import { CheckoutError, errorData } from '../errors/checkout-error.ts';
import type { PageCalls } from './card-calls.ts';
import type { CallMap, Channel } from './channel.ts';
import { flooded, openChannel } from './channel.ts';
import { answerOf, connect, readHandshake } from './handshake.ts';
import type { Timers } from './timers.ts';

/** A frame that has not said hello by then is not coming; with a probe it stays under 10 s. */
const HANDSHAKE_DEADLINE_MS = 7_000;

const OTHER_VERSION = 'the hosted frame is of another version: update the sdk';
/** Told by the loss of the frame: an exception, by then, would leave the page waiting for ever. */
const NO_CHANNEL = 'MessageChannel does not work';

export type FrameConnection<Calls extends CallMap> = {
  channel: Promise<Channel<Calls>>;
  /** Removes the frame, its listeners, timers and port; rejects what is pending. */
  close: (reason: ErrorData) => void;
  /** As `close`, for an end nobody wished: `onLost` is told. */
  lose: (reason: ErrorData) => void;
};

type ConnectOptions<Calls extends CallMap, Event> = {
  view: Window;
  container: Node;
  iframe: HTMLIFrameElement;
  /** Origin of the frame, exact. */
  origin: string;
  path: string;
  publicKey: string;
  fragment: { [name: string]: string };
  calls: readonly (keyof Calls & string)[];
  timers: Timers;
  onEvent: (event: Event) => void;
  /** No hello came in time; the owner of the connection finds out why and ends it. */
  onMissed: () => void;
  /** The frame is gone, though nobody asked for that. Called at most once. */
  onLost: (reason: ErrorData) => void;
};

/**
 * Puts `iframe` into `container`, waits for the hello of exactly this frame (its window, origin,
 * nonce, our version), answers once with a fresh port, and watches for its end.
 */
export function connectFrame<Calls extends CallMap, Event extends { type: string }>(
  options: ConnectOptions<Calls, Event>,
): FrameConnection<Calls> {
  const { view, iframe, origin, timers } = options;
  const nonce = view.btoa(String.fromCharCode(...view.crypto.getRandomValues(new Uint8Array(16))));
  let open: Channel<Calls> | null = null;
  let ended = false;
  let loads = 0;

  let resolveChannel: (channel: Channel<Calls>) => void;
  let rejectChannel: (error: CheckoutError) => void;
  const channel = new Promise<Channel<Calls>>((resolve, reject) => {
    resolveChannel = resolve;
    rejectChannel = reject;
  });
  channel.catch(() => undefined);

  const deadline = timers.set(options.onMissed, HANDSHAKE_DEADLINE_MS);
  view.addEventListener('message', onMessage);
  iframe.addEventListener('load', onLoad);

  const fragment = new URLSearchParams({ nonce, ...options.fragment });
  iframe.src = `${origin}/${options.path}?key=${encodeURIComponent(options.publicKey)}#${fragment}`;
  options.container.appendChild(iframe);
  // A document that is hidden is laid out late: until then what it holds counts as not displayed.
  iframe.getBoundingClientRect();
  // What says nothing for three seconds may be the browser's own page of an error, of which not every
  // engine tells a `load`: it is not shown.
  iframe.style.cssText += ';opacity:0;transition:opacity 0s 3s';

  function onMessage(event: MessageEvent): void {
    // Source, origin, shape, in that order. Anything else on this window is not for us.
    if (event.source === null || event.source !== iframe.contentWindow) return;
    if (event.origin !== origin) return;
    const greeting = readHandshake(event.data, { kind: 'hello', nonce });
    if (greeting === null) return;
    stopWaiting();
    if (greeting === 'version') {
      lose(errorData('FRAME_VERSION_MISMATCH', OTHER_VERSION, { phase: 'handshake' }));
      return;
    }
    try {
      resolveChannel({ ...answer(), told: answerOf(event.data) });
    } catch {
      lose(errorData('UNSUPPORTED', NO_CHANNEL, { phase: 'handshake' }));
    }
  }

  /** A fresh pair for this one answer: a port sent to a wrong target is gone for good. */
  function answer(): Channel<Calls> {
    const { port1, port2 } = new MessageChannel();
    open = openChannel<Calls, PageCalls<Event>>({
      port: port1,
      calls: options.calls,
      handlers: { notify: async (told) => onNotify(told) },
      timers,
      onFlood: () => lose(flooded()),
    });
    iframe.contentWindow?.postMessage(connect(nonce), origin, [port2]);
    return open;
  }

  function onNotify(event: Event): null {
    if (event?.type === 'bye') lose(frameLost());
    else if (event?.type === 'flooded') lose(flooded());
    else if (!ended) options.onEvent(event);
    return null;
  }

  /** `load` proves nothing, but a second one proves that the first document is gone. */
  function onLoad(): void {
    loads += 1;
    if (open !== null && loads > 1) lose(frameLost());
  }

  function lose(reason: ErrorData): void {
    if (ended) return;
    close(reason);
    options.onLost(reason);
  }

  function stopWaiting(): void {
    timers.clear(deadline);
    iframe.style.transition = iframe.style.opacity = '';
    view.removeEventListener('message', onMessage);
  }

  function close(reason: ErrorData): void {
    if (ended) return;
    ended = true;
    stopWaiting();
    iframe.removeEventListener('load', onLoad);
    open?.close(reason);
    rejectChannel(new CheckoutError(reason));
    // It may be out of the page, where `remove` as Prototype 1.7 replaces it throws.
    iframe.replaceWith();
  }

  return { channel, close, lose };
}

/** The frame is not where it was put, or not the document it was. */
export function frameLost(): ErrorData {
  return errorData('FRAME_LOST', 'the hosted frame was removed, moved or reloaded');
}
