import { CheckoutError, toErrorData } from '../contract/checkout-error.ts';
import type { CardCalls, CardEvent } from '../contract/frame/card-calls.ts';
import type { FrameConnection } from '../contract/frame/connect-frame.ts';
import { systemTimers } from '../contract/frame/timers.ts';
import { toLocale } from '../contract/locale.ts';
import type { CardElement, CardElementEvents } from './card-element.ts';
import { type CardElementOptions, toCardOptions } from './card-element-options.ts';
import { createCardIframe, followTheme, frameTitle, reservedHeight } from './card-iframe.ts';
import { asCheckoutError, checkoutError } from './checkout-error.ts';
import type { ClientSettings } from './client-settings.ts';
import { whenContainer } from './container.ts';
import { eitherSignal } from './either-signal.ts';
import { openFrame } from './frame-connection.ts';
import type { PaymentFlows } from './payment-flows.ts';
import { type PreparedCard, toPreparedCard } from './prepared-card.ts';
import { createSubscribers, reportLater } from './subscribers.ts';
import { timed } from './timed.ts';

/** A call that only moves something in the frame. */
const SMALL_CALL_MS = 5_000;
/** Antifraud, token and the answers to both; the frame's own deadlines are shorter. */
const SUBMIT_DEADLINE_MS = 20_000;

/** What an element needs of the client it belongs to. */
export type ElementContext = {
  settings: ClientSettings;
  loadFlows: () => Promise<PaymentFlows>;
  onEnd: () => void;
};

/**
 * Renders card fields in a hosted iframe inside `target` (a selector or an element) and returns at
 * once. The card never touches the page: `onResult` gets `{ payinCard, antifraud, card, threeDS }`.
 * Throws `INVALID_ARGUMENT`; everything later goes to `ready`, `onError` and the `loaderror` event:
 * `CONTAINER_NOT_FOUND`, `ALREADY_MOUNTED`, `FRAME_UNAVAILABLE`, `FRAME_LOST`.
 *
 * @example
 * const element = client.mountCardElement('#card', {
 *   amount: 15990, referenceId: 'order-1', maxInstallments: 3,
 *   onResult: ({ payinCard, antifraud }) => pay(payinCard, antifraud),
 *   onError: (error) => show(error.userMessage),
 * });
 * payButton.onclick = () => element.submit();
 */
export function mountCardElement(
  { settings, loadFlows, onEnd }: ElementContext,
  target: string | Element,
  options: CardElementOptions,
): CardElement {
  const cardOptions = toCardOptions(options, settings.locale);
  let { locale } = cardOptions;
  const subscribers = createSubscribers<CardElementEvents>(reportLater);
  const container = whenContainer(document, target, locale);
  let connection: FrameConnection<CardCalls> | null = null;
  let ended: CheckoutError | null = null;
  let submitting: Promise<PreparedCard> | null = null;
  let flow: 'pre-order' | 'post-order' | null = null;
  let warmed = false;
  const ending = new AbortController();

  const iframe = createCardIframe(document, cardOptions);
  const theme = followTheme(window, iframe, cardOptions.appearance ?? {}, (appearance) => {
    call('update', { appearance }).catch(() => undefined);
  });

  const connected = container.found.then((node) => {
    if (ended !== null) throw ended;
    resize(reservedHeight(node, cardOptions));
    connection = openFrame<CardCalls, CardEvent>({
      view: window,
      container: node,
      iframe,
      origin: settings.checkoutUrl,
      path: 'card',
      publicKey: settings.publicKey,
      // What the frame paints with before the first call reaches it.
      fragment: { theme: iframe.style.colorScheme, layout: cardOptions.layout ?? '' },
      calls: ['configure', 'update', 'submit', 'cancel', 'focus', 'clear'],
      timers: systemTimers,
      onEvent,
      onLost: (reason) => end(asCheckoutError(new CheckoutError(reason), locale)),
    });
    return connection.channel;
  });

  const ready = connected
    .then((channel) =>
      channel.call(
        'configure',
        { ...cardOptions, appearance: theme.resolve({}) },
        { deadlineMs: SMALL_CALL_MS, phase: 'configure' },
      ),
    )
    .then((configured) => {
      ({ flow } = configured);
      resize(configured.height);
      subscribers.emit('ready', undefined);
    })
    .catch((thrown) => {
      const error = ended ?? asCheckoutError(thrown, locale);
      end(error);
      throw error;
    });
  ready.catch(() => undefined);

  function onEvent(event: CardEvent): void {
    // A newer frame may tell more than this sdk knows; that is passed over.
    if (event.type === 'change') {
      if (!event.state.empty) warm();
      subscribers.emit('change', event.state);
    } else if (event.type === 'resize') resize(event.height);
    else if (event.type === 'submit') onEnter();
    else if (event.type === 'focus' || event.type === 'blur') {
      subscribers.emit(event.type, { field: event.field });
    }
  }

  /** What 3-D Secure will need is fetched while the buyer types, never before the fields are there. */
  function warm(): void {
    if (warmed || flow === null) return;
    warmed = true;
    loadFlows()
      .then((flows) => flows.warm())
      .catch(() => undefined);
  }

  function onEnter(): void {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    subscribers.emit('submit', { preventDefault });
    if (!prevented) submit();
  }

  function resize(height: number): void {
    if (Number.isFinite(height) && height > 0) iframe.style.height = `${Math.ceil(height)}px`;
  }

  async function call<Name extends keyof CardCalls>(
    name: Name,
    argument: CardCalls[Name]['argument'],
    more: { deadlineMs?: number; phase?: string; signal?: AbortSignal | undefined } = {},
  ): Promise<CardCalls[Name]['result']> {
    try {
      await ready;
      if (!iframe.isConnected) {
        end(checkoutError('FRAME_LOST', 'the card frame is no longer in the page', locale));
      }
      if (ended !== null) throw ended;
      const channel = await connected;
      return await channel.call(name, argument, {
        deadlineMs: SMALL_CALL_MS,
        phase: name,
        ...more,
      });
    } catch (thrown) {
      throw asCheckoutError(thrown, locale);
    }
  }

  async function prepare(signal: AbortSignal | undefined): Promise<PreparedCard> {
    const result = await call(
      'submit',
      {},
      {
        deadlineMs: SUBMIT_DEADLINE_MS,
        phase: 'submit',
        signal,
      },
    );
    if (flow !== 'pre-order') return toPreparedCard(result, null);
    const outcome = await runFlow(signal, (flows, flowSignal) =>
      flows.authenticate(result.token, flowSignal),
    );
    return toPreparedCard(result, outcome);
  }

  /** A flow outside the card frame that ends with the element: its challenge closes on unmount. */
  async function runFlow<Result>(
    signal: AbortSignal | undefined,
    work: (flows: PaymentFlows, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const either = eitherSignal(signal, ending.signal);
    try {
      return await work(await loadFlows(), either.signal);
    } catch (thrown) {
      throw ended ?? asCheckoutError(thrown, locale);
    } finally {
      either.release();
    }
  }

  function submit(submitOptions: { signal?: AbortSignal } = {}): Promise<PreparedCard> {
    if (submitting !== null) return submitting;
    const { signal } = submitOptions;
    submitting = timed(settings, 'submit', prepare(signal)).then(
      (prepared) => {
        submitting = null;
        attempt(() => options.onResult?.(prepared));
        return prepared;
      },
      (error: CheckoutError) => {
        submitting = null;
        if (error.code === 'ABORTED' || error.code === 'TIMEOUT') {
          call('cancel', {}).catch(() => undefined);
        }
        tellError(error);
        throw error;
      },
    );
    // Merchants who use the callbacks alone must not see unhandled rejections.
    submitting.catch(() => undefined);
    return submitting;
  }

  function tellError(error: CheckoutError): void {
    subscribers.emit('error', error);
    attempt(() => options.onError?.(error));
  }

  /** Ends the element once: by the merchant's wish (`DESTROYED`) or by a failure. */
  function end(reason: CheckoutError): void {
    if (ended !== null) return;
    ended = reason;
    const wished = reason.code === 'DESTROYED';
    container.release();
    theme.stop();
    ending.abort();
    connection?.close(toErrorData(reason));
    iframe.remove();
    onEnd();
    if (wished) return;
    subscribers.emit('loaderror', reason);
    // A submit that is running rejects with this reason and tells it: once is enough.
    if (submitting === null) tellError(reason);
  }

  function unmount(): void {
    end(checkoutError('DESTROYED', 'the card element was unmounted', locale));
  }

  return {
    ready,
    submit,
    async update(changes) {
      if (changes.locale !== undefined) locale = toLocale(changes.locale);
      const { height } = await call('update', {
        ...changes,
        locale,
        appearance: theme.resolve(changes.appearance ?? {}),
      });
      iframe.title = frameTitle(locale);
      resize(height);
    },
    handlePendingThreeDS: (payin, { signal } = {}) =>
      runFlow(signal, (flows, flowSignal) =>
        flows.handlePending(payin, { hosted: true, signal: flowSignal }),
      ),
    focus: async (field) => {
      iframe.focus();
      await call('focus', field === undefined ? {} : { field });
    },
    clear: async () => {
      await call('clear', {});
    },
    on: subscribers.on,
    unmount,
    destroy() {
      unmount();
      subscribers.clear();
    },
  };
}

function attempt(callback: () => void): void {
  try {
    callback();
  } catch (thrown) {
    reportLater(thrown);
  }
}
