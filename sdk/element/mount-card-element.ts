import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CardCalls, CardState } from '../../contract/frame/card-calls.ts';
import type { FrameEvent, MethodOptions } from '../../contract/frame/payment-calls.ts';
import { toLocale } from '../../contract/locale.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import { toPreparedCard } from '../payment/prepared-card.ts';
import { NO_CALLBACK } from '../shared/callback.ts';
import { asCheckoutError, checkoutError, wrongOption } from '../shared/checkout-error.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import { unknownOptions } from '../shared/known-options.ts';
import type { CardElement } from './card-element.ts';
import type { CardElementOptions, PageOptions } from './card-element-options.ts';
import { PAGE_OPTIONS, toCardOptions } from './card-element-options.ts';
import type { FrameDocument } from './card-iframe.ts';
import { frameTitle } from './card-iframe.ts';
import { createCardSession } from './card-session.ts';
import type { ElementFlows, LoadedFlows, TellFrame } from './element-flows.ts';
import { createElementFlows } from './element-flows.ts';
import type { ElementEvents, ElementParts, MountedElement } from './mounted-element.ts';
import type { Preload } from './preload-card.ts';
import { createSubmission } from './submission.ts';
import { attempt, createSubscribers, reportLater } from './subscribers.ts';

/** Antifraud, token and the answers to both; the frame's own deadlines are shorter. */
const SUBMIT_DEADLINE_MS = 20_000;

export type ElementContext = {
  settings: ClientSettings;
  loadFlows: () => Promise<LoadedFlows>;
  preloaded: Preload | null;
  onEnd: () => void;
};

/** `mountCardElement` of one client; what a merchant knows of it is told at the client's type. */
export function mountCardElement(
  context: ElementContext,
  target: string | Element,
  options: CardElementOptions,
): CardElement {
  const { locale } = context.settings;
  const card: ElementParts<PreparedCard, CardState> = mountElement(
    context,
    target,
    options,
    toCardOptions(options, locale),
    { path: 'card', submit: (signal) => card.prepareCard(signal) },
  );
  return card.element;
}

/** What one kind of element is beside the fields of a card. */
export type ElementKind<Result> = {
  path: FrameDocument;
  frameOptions?: MethodOptions;
  submit: (signal: AbortSignal | undefined, run: ElementFlows['run']) => Promise<Result>;
  /** Begins once the buyer can type. */
  onReady?: (flows: LoadedFlows) => Promise<unknown>;
};

/** `own`: what the page's side of the element keeps of its options. */
export function mountElement<Result, State>(
  { settings, loadFlows, preloaded, onEnd }: ElementContext,
  target: string | Element,
  own: PageOptions<Result>,
  given: ReturnType<typeof toCardOptions>,
  kind: ElementKind<Result>,
): ElementParts<Result, State> {
  const { path } = kind;
  const cardOptions = { ...given, ...kind.frameOptions };
  /** Not defined until the fields are there. */
  let flow: CardCalls['configure']['result']['flow'] | undefined;
  let authenticated: PreparedCard | null = null;
  const currentLocale = () => cardOptions.locale;
  const subscribers = createSubscribers<ElementEvents<State>>(reportLater);
  const tellError = (error: CheckoutError) => subscribers.emit('error', error);
  if (own.onError) subscribers.on('error', own.onError);
  let flows: ElementFlows;
  /** Whether a frame that is lost takes anything along. */
  let hasBegun = false;
  const submission = createSubmission(
    settings,
    (signal) => {
      hasBegun = true;
      return kind.submit(signal, flows.run);
    },
    onResult,
    onFailed,
  );
  const { iframe, theme, open, call, resize, end } = createCardSession(
    settings,
    target,
    cardOptions,
    preloaded?.take(),
    currentLocale,
    async () => (await loadFlows()).probeFrame(),
    onEvent,
    onSessionEnd,
    path,
  );
  const button = document.createElement('button');
  button.type = 'button';
  button.onclick = mount;
  let ready: Promise<void>;
  mount();

  function mount(): void {
    button.replaceWith();
    hasBegun = false;
    flows = createElementFlows(loadFlows, currentLocale);
    ready = open().then((answer) => {
      ({ flow } = answer);
      resize(answer.height);
      subscribers.emit('ready', undefined);
      if (kind.onReady) withFlows(kind.onReady);
    });
    ready.catch(() => undefined).then(tellUnknown);
  }

  /** Never before the fields are there, or will never be. */
  function tellUnknown(): void {
    const known = [...Object.keys(cardOptions), ...PAGE_OPTIONS];
    const unknown = path === 'card' ? unknownOptions(own, known) : [];
    if (settings.unknown.length + unknown.length === 0) return;
    withFlows((loaded) => loaded.warnOfOptions('mountCardElement', unknown));
  }

  function onEvent(event: FrameEvent): void {
    // A newer frame may tell more than this sdk knows; that is passed over.
    if (event.type === 'change') {
      // While the buyer types, and never before the fields are there.
      const { installments: planned } = cardOptions;
      const { empty, installments = planned }: Partial<CardState> = event.state;
      hasBegun ||= !empty || installments !== planned;
      if (hasBegun && flow) flows.warm();
      subscribers.emit('change', event.state as State);
    } else if (event.type === 'resize') resize(event.height);
    else if (event.type === 'submit') onEnter();
    else if (event.type === 'focus') subscribers.emit(event.type, { field: event.field });
    else if (event.type === 'blur') {
      subscribers.emit(event.type, { field: event.field, taken: event.taken });
    } else if (event.type === 'ended') subscribers.emit(event.type, event);
  }

  function onEnter(): void {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    subscribers.emit('submit', { preventDefault });
    if (!prevented) submission.submit();
  }

  async function prepareCard(signal: AbortSignal | undefined): Promise<PreparedCard> {
    const result = await call('submit', {}, { deadlineMs: SUBMIT_DEADLINE_MS, signal });
    if (flow !== 'pre-order') return toPreparedCard(result, null);
    // The frame gives a token again until it is told of its end.
    if (authenticated?.card.token !== result.token) {
      authenticated = toPreparedCard(
        result,
        await flows.run(signal, (loaded, flowSignal) =>
          loaded.authenticate(result.token, tell, flowSignal, own),
        ),
      );
    }
    return authenticated;
  }

  const tell: TellFrame = (outcome) => call('conclude', { outcome });

  function onResult(result: Result): void {
    attempt(() => own.onResult?.(result));
  }

  function onFailed(error: CheckoutError): void {
    if (error.code === 'ABORTED' || error.code === 'TIMEOUT') {
      call('cancel', {}).catch(() => undefined);
    }
    tellError(error);
  }

  function onSessionEnd(reason: CheckoutError, home: Element | null): void {
    button.replaceWith();
    const isWished = reason.code === 'DESTROYED';
    const hadCome = flow !== undefined;
    const canStay = hadCome ? reason.code === 'FRAME_LOST' && home?.isConnected : !isWished;
    // Without its frame a challenge of a payin that is there already can be gone through.
    if (hadCome || !canStay) flows.end(reason);
    subscribers.emit('ended', null);
    if (home && canStay) {
      const isFresh = hadCome && !hasBegun;
      flow = undefined;
      // Moved with its container: what nobody has begun with comes again by itself.
      if (isFresh) {
        mount();
        return;
      }
      standIn(home, reason);
    } else {
      theme.stop();
      onEnd();
    }
    if (isWished) return;
    const isHeard = subscribers.emit('loaderror', reason);
    // A submit that is running rejects with this reason and tells it: once is enough.
    if (submission.isRunning() || tellError(reason) || isHeard) return;
    withFlows((loaded) => loaded.logUnheard(reason));
  }

  /** For what a page can do without: skipped where the flows cannot be loaded. */
  function withFlows(work: (loaded: LoadedFlows) => unknown): void {
    loadFlows()
      .then(work)
      .catch(() => undefined);
  }

  /** At the frame's height. It works by itself, and becomes a proper box where the flows load. */
  function standIn(home: Element, reason: CheckoutError): void {
    button.textContent = reason.userMessage;
    button.style.cssText = iframe.style.cssText;
    home.append(button);
    withFlows((loaded) => loaded.standIn(button, cardOptions, reason));
  }

  function unmount(): void {
    end(checkoutError('DESTROYED', 'the element was unmounted', currentLocale()));
  }

  const element: MountedElement<Result, State> = {
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
      const shown = ready;
      // At once, as whatever is called next reaches the frame after this.
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      Object.assign(cardOptions, Object.fromEntries(given));
      const locale = toLocale(cardOptions.locale);
      cardOptions.locale = locale;
      const { height } = await call('update', {
        ...changes,
        locale,
        appearance: theme.resolve(changes.appearance ?? {}),
      }).catch((error) => {
        // Lost meanwhile, it comes again with what it is to be by now.
        if (shown !== ready) return ready.then(() => ({ height: 0 }));
        // A frame that did not come is asked for once more with what it was to be by then.
        if (flow !== undefined) Object.assign(cardOptions, before);
        throw error;
      });
      iframe.title = frameTitle(path, locale);
      resize(height);
    },
    handlePendingThreeDS: (payin, { signal } = {}) =>
      flows.run(signal, (loaded, flowSignal) =>
        loaded.handlePending(payin, { element, signal: flowSignal }),
      ),
    conclude: (answer) =>
      flows.run(undefined, (loaded) => loaded.conclude(answer, tell, currentLocale())),
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
  return {
    element,
    prepareCard,
    call,
    locale: currentLocale,
    end: (reason) => end(asCheckoutError(reason, currentLocale())),
  };
}
