import type { CheckoutError } from '../../contract/checkout-error.ts';
import type { CardCalls, CardEvent } from '../../contract/frame/card-calls.ts';
import { toLocale } from '../../contract/locale.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import { toPreparedCard } from '../payment/prepared-card.ts';
import { NO_CALLBACK } from '../shared/callback.ts';
import { checkoutError, wrongOption } from '../shared/checkout-error.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import { unknownOptions } from '../shared/known-options.ts';
import type { CardElement, CardElementEvents } from './card-element.ts';
import type { CardElementOptions } from './card-element-options.ts';
import { PAGE_OPTIONS, toCardOptions } from './card-element-options.ts';
import { frameTitle } from './card-iframe.ts';
import { createCardSession } from './card-session.ts';
import type { LoadedFlows, TellFrame } from './element-flows.ts';
import { createElementFlows } from './element-flows.ts';
import type { Preload } from './preload-card.ts';
import { createSubmission } from './submission.ts';
import { attempt, createSubscribers, reportLater } from './subscribers.ts';

/** Antifraud, token and the answers to both; the frame's own deadlines are shorter. */
const SUBMIT_DEADLINE_MS = 20_000;

/** What an element needs of the client it belongs to. */
export type ElementContext = {
  settings: ClientSettings;
  loadFlows: () => Promise<LoadedFlows>;
  preloaded: Preload | null;
  onEnd: () => void;
};

/** `mountCardElement` of one client; what a merchant knows of it is told at the client's type. */
export function mountCardElement(
  { settings, loadFlows, preloaded, onEnd }: ElementContext,
  target: string | Element,
  options: CardElementOptions,
): CardElement {
  const cardOptions = toCardOptions(options, settings.locale);
  /** Not defined until the fields are there. */
  let flow: CardCalls['configure']['result']['flow'] | undefined;
  let authenticated: PreparedCard | null = null;
  const currentLocale = () => cardOptions.locale;
  const subscribers = createSubscribers<CardElementEvents>(reportLater);
  const tellError = (error: CheckoutError) => subscribers.emit('error', error);
  if (options.onError) subscribers.on('error', options.onError);
  const flows = createElementFlows(loadFlows, currentLocale);
  const submission = createSubmission(settings, prepare, onPrepared, onFailed);
  const { iframe, theme, open, call, resize, end } = createCardSession(
    settings,
    target,
    cardOptions,
    preloaded?.take(),
    currentLocale,
    async (view, origin) => (await loadFlows()).probeFrame(view, origin),
    onEvent,
    onSessionEnd,
  );
  const button = document.createElement('button');
  button.type = 'button';
  button.onclick = mount;
  let ready: Promise<void>;
  mount();

  function mount(): void {
    button.remove();
    ready = open().then((answer) => {
      ({ flow } = answer);
      resize(answer.height);
      subscribers.emit('ready', undefined);
    });
    ready.catch(() => undefined).then(tellUnknown);
  }

  /** Never before the fields are there, or will never be. */
  function tellUnknown(): void {
    const known = [...Object.keys(cardOptions), ...PAGE_OPTIONS];
    const unknown = unknownOptions(options, known);
    if (settings.unknown.length + unknown.length === 0) return;
    withFlows((loaded) => loaded.warnOfOptions('mountCardElement', unknown));
  }

  function onEvent(event: CardEvent): void {
    // A newer frame may tell more than this sdk knows; that is passed over.
    if (event.type === 'change') {
      // While the buyer types, and never before the fields are there.
      if (!event.state.empty && flow) flows.warm();
      subscribers.emit('change', event.state);
    } else if (event.type === 'resize') resize(event.height);
    else if (event.type === 'submit') onEnter();
    else if (event.type === 'focus') subscribers.emit(event.type, { field: event.field });
    else if (event.type === 'blur') {
      subscribers.emit(event.type, { field: event.field, taken: event.taken });
    }
  }

  function onEnter(): void {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    subscribers.emit('submit', { preventDefault });
    if (!prevented) submission.submit();
  }

  async function prepare(signal: AbortSignal | undefined): Promise<PreparedCard> {
    const result = await call('submit', {}, { deadlineMs: SUBMIT_DEADLINE_MS, signal });
    if (flow !== 'pre-order') return toPreparedCard(result, null);
    // The frame gives a token again until it is told of its end.
    if (authenticated?.card.token !== result.token) {
      const outcome = await flows.run(signal, (loaded, flowSignal) =>
        loaded.authenticate(result.token, tell, flowSignal, options),
      );
      authenticated = toPreparedCard(result, outcome);
    }
    return authenticated;
  }

  const tell: TellFrame = (outcome) => call('conclude', { outcome });

  function onPrepared(prepared: PreparedCard): void {
    attempt(() => options.onResult?.(prepared));
  }

  function onFailed(error: CheckoutError): void {
    if (error.code === 'ABORTED' || error.code === 'TIMEOUT') {
      call('cancel', {}).catch(() => undefined);
    }
    tellError(error);
  }

  function onSessionEnd(reason: CheckoutError, home: Element | null): void {
    button.remove();
    if (home && flow === undefined && reason.type === 'network') offerRetry(home, reason);
    else {
      flows.end(reason);
      theme.stop();
      onEnd();
    }
    if (reason.code === 'DESTROYED') return;
    const isHeard = subscribers.emit('loaderror', reason);
    // A submit that is running rejects with this reason and tells it: once is enough.
    if (submission.isRunning() || tellError(reason) || isHeard) return;
    withFlows((loaded) => loaded.logUnheard(reason));
  }

  /** For what a page can do without: skipped where the flows cannot be loaded. */
  function withFlows(work: (loaded: LoadedFlows) => void): void {
    loadFlows()
      .then(work)
      .catch(() => undefined);
  }

  /**
   * Puts a button where the frame was, at its height. It works by itself, and is made into a proper
   * box where the flows can still be loaded.
   */
  function offerRetry(home: Element, { userMessage }: CheckoutError): void {
    button.textContent = userMessage;
    button.style.cssText = iframe.style.cssText;
    home.append(button);
    withFlows((loaded) => loaded.retry(button, cardOptions));
  }

  function unmount(): void {
    end(checkoutError('DESTROYED', 'the element was unmounted', currentLocale()));
  }

  const element: CardElement = {
    get amount() {
      return cardOptions.amount;
    },
    get referenceId() {
      return cardOptions.referenceId;
    },
    get ready() {
      return ready;
    },
    submit: submission.submit,
    async update(changes) {
      const before = { ...cardOptions };
      // At once, as whatever is called next reaches the frame after this; as JSON, which leaves out
      // what is undefined.
      Object.assign(cardOptions, JSON.parse(JSON.stringify(changes)));
      const locale = toLocale(cardOptions.locale);
      cardOptions.locale = locale;
      const { height } = await call('update', {
        ...changes,
        locale,
        appearance: theme.resolve(changes.appearance ?? {}),
      }).catch((error) => {
        // A frame that did not come is asked for once more with what it was to be by then.
        if (flow !== undefined) Object.assign(cardOptions, before);
        throw error;
      });
      iframe.title = frameTitle(locale);
      resize(height);
    },
    handlePendingThreeDS: (payin, { signal } = {}) =>
      flows.run(signal, (loaded, flowSignal) =>
        loaded.handlePending(payin, { element, signal: flowSignal }),
      ),
    conclude: (answer) => flows.run(undefined, (loaded) => loaded.conclude(answer, tell)),
    focus: async (field) => {
      iframe.focus();
      await call('focus', field === undefined ? {} : { field });
    },
    clear: async () => {
      await call('clear', {});
    },
    on(name, handler) {
      if (typeof handler === 'function') return subscribers.on(name, handler);
      throw wrongOption('on', 'handler', NO_CALLBACK, currentLocale());
    },
    unmount,
    destroy() {
      unmount();
      subscribers.clear();
    },
  };
  return element;
}
