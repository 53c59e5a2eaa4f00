import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import { CheckoutError, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { CardCalls, CardOptions } from '../../contract/frame/card-calls.ts';
import type { Channel } from '../../contract/frame/channel.ts';
import { frameLost } from '../../contract/frame/connect-frame.ts';
import type { FrameEvent, PaymentCalls } from '../../contract/frame/payment-calls.ts';
import type { Locale } from '../../contract/locale.ts';
import type { FrameFailure } from '../frame/frame-failure.ts';
import { asCheckoutError } from '../shared/checkout-error.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import type { CardFrame } from './card-frame.ts';
import { openCardFrame } from './card-frame.ts';
import type { FrameDocument, ThemeFollower } from './card-iframe.ts';
import {
  createCardIframe,
  followTheme,
  frameTitle,
  reservedHeight,
  skeletonLayout,
} from './card-iframe.ts';
import type { Container } from './container.ts';
import { whenContainer } from './container.ts';

/** A call that only moves something in the frame. */
const SMALL_CALL_MS = 5_000;

type CallOptions = { deadlineMs?: number; signal?: AbortSignal | undefined };

type Configured = CardCalls['configure']['result'];

export type CardSession = {
  iframe: HTMLIFrameElement;
  theme: ThemeFollower;
  /** Puts it into its container, or anew where it did not come; rejects with why none can type. */
  open: () => Promise<Configured>;
  /** Calls the frame once it is ready. Every error is the merchant's, in the buyer's language. */
  call: <Name extends keyof PaymentCalls>(
    name: Name,
    argument: PaymentCalls[Name]['argument'],
    options?: CallOptions,
  ) => Promise<PaymentCalls[Name]['result']>;
  resize: (height: number) => void;
  /** Ends it: by the merchant's wish (`DESTROYED`) or, once, by a failure. */
  end: (reason: CheckoutError) => void;
};

/** `preloaded`: a frame in the page already, unseen. `locale`: an update may change it. */
export function createCardSession(
  settings: ClientSettings,
  target: string | Element,
  cardOptions: CardOptions,
  preloaded: CardFrame | undefined,
  locale: () => Locale,
  probe: () => Promise<FrameFailure>,
  onEvent: (event: FrameEvent) => void,
  /** `home`: where the frame was, where it got as far. */
  onEnd: (reason: CheckoutError, home: Element | null) => void,
  path: FrameDocument,
): CardSession {
  let container: Container;
  let home: Element | null = null;
  let frame = preloaded;
  let connected: Promise<Channel<PaymentCalls>>;
  let configured: Promise<Configured>;
  let ended: CheckoutError | null = null;

  const iframe = preloaded?.iframe ?? createCardIframe(document);
  iframe.title = frameTitle(path, locale());
  // A code is copied by its button.
  if (path === 'payment') iframe.allow = 'clipboard-write';
  const theme = followTheme(window, iframe, cardOptions.appearance ?? {}, (appearance) => {
    call('update', { appearance }).catch(() => undefined);
  });

  function open(): Promise<Configured> {
    ended = null;
    container = whenContainer(document, target, locale());
    connected = container.found.then(connect);
    configured = connected
      .then(configure)
      .finally(show)
      .catch((thrown) => {
        throw fail(thrown);
      });
    return configured;
  }

  async function connect(node: Element): Promise<Channel<PaymentCalls>> {
    if (ended !== null) throw ended;
    home = node;
    // The youngest thing that we need: the flows refuse a browser without it.
    Object.hasOwn ?? (await probe());
    iframe.style.position = '';
    resize(reservedHeight(node, cardOptions, path));
    frame = move(node) ?? openCardFrame(settings, iframe, node, fragmentOf(), probe, path);
    Object.assign(frame, { onEvent, onLost });
    return frame.connection.channel;
  }

  /** What was preloaded, in this place; nothing where there is none that can be moved there. */
  function move(node: Element): CardFrame | undefined {
    try {
      if (preloaded) node.moveBefore(iframe, null);
      return preloaded;
    } catch {
      // It was lost since, or the place is not in its document.
      preloaded?.connection.close(frameLost());
      return undefined;
    }
  }

  /** What was preloaded is drawn as nobody wants it until it is configured. */
  function show(): void {
    iframe.style.visibility = '';
  }

  /**
   * What the frame paints with before the first call. The options go along, so that it answers them
   * with its greeting; but no token, since addresses are kept in more places than calls.
   */
  function fragmentOf(): { [name: string]: string } {
    return {
      theme: iframe.style.colorScheme,
      layout: skeletonLayout(cardOptions),
      // Nor from a page whose own scripts changed what becomes of a list.
      options: cardOptions.token || 'toJSON' in [] ? 'null' : JSON.stringify?.(toFrameOptions()),
    };
  }

  function toFrameOptions(): CardOptions {
    return { ...cardOptions, appearance: theme.resolve({}) };
  }

  function configure(channel: Channel<PaymentCalls>): Promise<Configured> {
    const phase = 'configure';
    const answer = channel.told;
    // A port that carries nothing is found now, and not when the buyer has typed.
    if (answer) call('cancel', {}).catch(fail);
    return channel.call(phase, toFrameOptions(), { deadlineMs: SMALL_CALL_MS, phase, answer });
  }

  function fail(thrown: unknown): CheckoutError {
    const error = ended ?? asCheckoutError(thrown, locale());
    end(error);
    return error;
  }

  function resize(height: number): void {
    if (height > 0) iframe.style.height = `${Math.ceil(height)}px`;
  }

  async function call<Name extends keyof PaymentCalls>(
    name: Name,
    argument: PaymentCalls[Name]['argument'],
    options?: CallOptions,
  ): Promise<PaymentCalls[Name]['result']> {
    try {
      const expected = configured;
      await expected;
      // One that comes again by now is not in its place yet.
      if (expected === configured && !iframe.isConnected) onLost(frameLost());
      if (ended !== null) throw ended;
      const channel = await connected;
      return await channel.call(name, argument, {
        deadlineMs: SMALL_CALL_MS,
        phase: name,
        ...options,
      });
    } catch (thrown) {
      throw asCheckoutError(thrown, locale());
    }
  }

  function onLost(reason: ErrorData): void {
    end(asCheckoutError(new CheckoutError(reason), locale()));
  }

  function end(reason: CheckoutError): void {
    if (ended !== null && reason.code !== 'DESTROYED') return;
    ended ??= reason;
    container.release();
    // Which takes it out of the page.
    frame?.connection.close(toErrorData(reason));
    onEnd(reason, home);
  }

  return { iframe, theme, open, call, resize, end };
}
