import type { CheckoutError } from '../../contract/checkout-error.ts';
import type { CardEvent } from '../../contract/frame/card-calls.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import { toLocale } from '../../contract/locale.ts';
import { eitherSignal } from '../card-flow/either-signal.ts';
import { asCheckoutError, checkoutError } from '../checkout-error.ts';
import type { ClientSettings } from '../client-settings.ts';
import type { PayinAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import { toPreparedCard } from '../payment/prepared-card.ts';
import { timed } from '../timed.ts';
import type { CardElement, CardElementEvents } from './card-element.ts';
import type { CardElementOptions } from './card-element-options.ts';
import { toCardOptions } from './card-element-options.ts';
import { frameTitle } from './card-iframe.ts';
import { openCardSession } from './card-session.ts';
import { createSubscribers, reportLater } from './subscribers.ts';

/** Antifraud, token and the answers to both; the frame's own deadlines are shorter. */
const SUBMIT_DEADLINE_MS = 20_000;

/** What an element takes of the flows, which are loaded after it. */
type ElementFlows = {
  warm: () => void;
  authenticate: (token: string, signal: AbortSignal) => Promise<AuthenticationOutcome>;
  handlePending: (
    payin: PayinAnswer,
    options: { hosted: true; signal: AbortSignal },
  ) => Promise<PendingOutcome>;
};

/** What an element needs of the client it belongs to. */
export type ElementContext = {
  settings: ClientSettings;
  loadFlows: () => Promise<ElementFlows>;
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
  let flow: 'pre-order' | 'post-order' | null = null;
  let warmed = false;
  let submitting: Promise<PreparedCard> | null = null;
  const subscribers = createSubscribers<CardElementEvents>(reportLater);
  const ending = new AbortController();
  let ended: CheckoutError | null = null;
  const { iframe, theme, configured, call, resize, end } = openCardSession(
    settings,
    target,
    cardOptions,
    () => locale,
    onEvent,
    onSessionEnd,
  );
  const ready = configured.then((answer) => {
    ({ flow } = answer);
    resize(answer.height);
    subscribers.emit('ready', undefined);
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

  /** One at a time: a call while one runs gets the promise of that one. */
  function submit({ signal }: { signal?: AbortSignal } = {}): Promise<PreparedCard> {
    if (submitting !== null) return submitting;
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

  async function prepare(signal: AbortSignal | undefined): Promise<PreparedCard> {
    const result = await call('submit', {}, { deadlineMs: SUBMIT_DEADLINE_MS, signal });
    if (flow !== 'pre-order') return toPreparedCard(result, null);
    const outcome = await runFlow(signal, (flows, flowSignal) =>
      flows.authenticate(result.token, flowSignal),
    );
    return toPreparedCard(result, outcome);
  }

  /** A flow outside the card frame that ends with the element: its challenge closes on unmount. */
  async function runFlow<Result>(
    signal: AbortSignal | undefined,
    work: (flows: ElementFlows, signal: AbortSignal) => Promise<Result>,
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

  function onSessionEnd(reason: CheckoutError): void {
    ended = reason;
    ending.abort();
    onEnd();
    if (reason.code === 'DESTROYED') return;
    subscribers.emit('loaderror', reason);
    // A submit that is running rejects with this reason and tells it: once is enough.
    if (submitting === null) tellError(reason);
  }

  function tellError(error: CheckoutError): void {
    subscribers.emit('error', error);
    attempt(() => options.onError?.(error));
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
