import { CheckoutError, errorData } from '../contract/errors/checkout-error.ts';
import type { CardState } from '../contract/frame/card-calls.ts';
import {
  cardOptionsSchema,
  cardUpdateSchema,
  noArgumentSchema,
} from '../contract/frame/card-calls.ts';
import type {
  MethodPrices,
  PaymentCalls,
  PaymentEvent,
  PaymentOptions,
  PaymentState,
  ShownPayment,
} from '../contract/frame/payment-calls.ts';
import {
  customerSchema,
  methodOptionsSchema,
  OFFERED_METHODS,
  refuseSchema,
  showSchema,
} from '../contract/frame/payment-calls.ts';
import type { Locale } from '../contract/locale.ts';
import type { BankList } from '../contract/payments/bank.ts';
import type { PaymentMethod } from '../contract/payments/payment-method.ts';
import { createCheckoutRequest } from '../sdk/card-flow/checkout-request.ts';
import { setThemeAndLayout } from './appearance/theme-and-layout.ts';
import type { CardFormEvent } from './card-form/card-form.ts';
import { watchHeight } from './card-form/watch-height.ts';
import { createCardPart } from './card-part.ts';
import { parseArgument, startFrameSession } from './frame-session.ts';
import type { FrameSettings } from './frame-settings.ts';
import { readFrameSettings } from './frame-settings.ts';
import type { createBankChoice } from './payment/bank-choice.ts';
import { createMethodChoice } from './payment/method-choice.ts';
import type { createShownPayment } from './payment/shown-payment.ts';
import { CHOICE_WORDS } from './payment/words.ts';
import { refuseFrame } from './refuse-frame.ts';

const BANKS_DEADLINE_MS = 10_000;

const settings = readFrameSettings(window);
if (settings !== null && 'config' in settings) startPayment(settings);
else {
  // Not in a page, in one without an origin, or in one that may not: nothing is shown.
  document.body.replaceChildren();
  if (settings !== null) refuseFrame(window, settings, ['configure']);
}

function notLoaded(phase: string): never {
  const message = 'a part of the payment could not be loaded';
  throw new CheckoutError(errorData('NETWORK', message, { phase }));
}

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`payment.html has no #${id}`);
  return found;
}

/**
 * Everything a buyer reads, but the reason of a refusal, is ours or the service's, so that no
 * script of the page can change a code, a line or a bank.
 */
function startPayment(settings: FrameSettings): void {
  const { publicKey, nonce, theme, layout, options, config } = settings;
  setThemeAndLayout(document, { appearance: { theme }, layout });
  const main = find('methods').parentElement ?? document.body;
  const [refusal, form, other, again] = [
    find('refusal'),
    find('card'),
    find('other'),
    find('again'),
  ];
  const request = createCheckoutRequest({ fetch: fetch.bind(window), baseUrl: '', publicKey });
  let methods: readonly PaymentMethod[] = [];
  let prices: MethodPrices = {};
  let look: 'list' | 'tabs' = 'list';
  let amount = 0;
  let referenceId = '';
  let locale: Locale = 'pt-BR';
  let cardIs: Pick<CardState, 'complete' | 'empty' | 'installmentPlan'> = {
    complete: false,
    empty: true,
  };
  let banks: Promise<ReturnType<typeof createBankChoice>> | null = null;
  let bankId: string | undefined;
  let shown: Promise<ReturnType<typeof createShownPayment>> | null = null;
  /** The payin that is on the screen, and not the choice. */
  let onScreen: ShownPayment | null = null;
  let refused: PaymentCalls['refuse']['argument'] | null = null;
  let lastState = '';

  const card = createCardPart(settings, onCardEvent);
  const choice = createMethodChoice(window, find('methods'), find('panel'), () => {
    say(null);
    draw();
    tellChange();
  });
  again.addEventListener('click', () => {
    backToChoice();
    if (methods.length > 1) choice.focus();
    else if (choice.chosen() === 'CREDIT_CARD') card.form.focus();
  });

  /** What the page says of a refusal stays in the language of now. */
  function say(words: typeof refused): void {
    refused = words;
    // Where a field says what is wrong with it, the buyer has heard that: the focus went there.
    refusal.ariaLive = form.querySelector('[aria-invalid="true"]') ? 'off' : 'assertive';
    refusal.textContent = words?.[locale] ?? '';
  }

  function onCardEvent(event: CardFormEvent): void {
    if (event.type === 'change') {
      cardIs = event.state;
      tellChange();
      // The height that is told is that of the whole document.
    } else if (event.type !== 'resize') session.notify(event);
  }

  function state(): PaymentState {
    const method = choice.chosen();
    const isCard = method === 'CREDIT_CARD';
    const complete = isCard ? cardIs.complete : method !== 'OPEN_FINANCE' || bankId !== undefined;
    const plan = isCard ? cardIs.installmentPlan : undefined;
    const price = prices[method] ?? amount;
    return {
      method,
      complete,
      empty: isCard ? cardIs.empty : false,
      amount: plan?.paidBy === 'buyer' ? plan.totalAmount : price,
    };
  }

  function tellChange(): void {
    const told = state();
    const written = JSON.stringify(told);
    if (written === lastState) return;
    lastState = written;
    session.notify({ type: 'change', state: told });
  }

  const priceOf = (method: PaymentMethod) => prices[method];

  /** What stands below the choice: the card, or what another method is about. */
  function draw(): void {
    const method = choice.chosen();
    const words = CHOICE_WORDS[locale];
    choice.show({ methods, priceOf, choice: look, locale });
    // Below the choice: painted before it, the form would move as that comes.
    find('panel').hidden = false;
    document.documentElement.lang = locale;
    again.textContent = words.again;
    again.hidden =
      onScreen === null ||
      onScreen.status === 'APPROVED' ||
      (onScreen.status === 'PENDING' && methods.length === 1);
    find('methods').hidden = onScreen !== null || methods.length === 1;
    form.hidden = onScreen !== null || method !== 'CREDIT_CARD';
    if (onScreen !== null) return;
    other.hidden = method === 'CREDIT_CARD';
    other.replaceChildren();
    if (method === 'CREDIT_CARD') return;
    const about = document.createElement('p');
    about.className = 'about';
    about.textContent = words.about[method];
    other.append(about);
    if (method === 'OPEN_FINANCE') offerBanks().catch(() => undefined);
  }

  /** Rejects where they cannot be had. */
  async function offerBanks(): Promise<void> {
    const offered = await loadBanks();
    offered.setWords(CHOICE_WORDS[locale]);
    if (choice.chosen() === 'OPEN_FINANCE' && onScreen === null) other.append(offered.place);
  }

  /** Asked for when it is first chosen; once more where that failed. */
  function loadBanks() {
    banks ??= Promise.all([
      import('./payment/bank-choice.ts').catch(() => notLoaded('banks')),
      request<BankList>({
        method: 'GET',
        path: 'banks',
        deadlineMs: BANKS_DEADLINE_MS,
        phase: 'banks',
      }),
    ]).then(
      ([{ createBankChoice }, list]) =>
        createBankChoice({
          place: document.createElement('div'),
          banks: list.banks,
          onChoose(id) {
            bankId = id;
            tellChange();
          },
        }),
      (thrown) => {
        banks = null;
        throw thrown;
      },
    );
    return banks;
  }

  function loadShown() {
    shown ??= import('./payment/shown-payment.ts').then(
      ({ createShownPayment }) =>
        createShownPayment({ view: window, publicKey, place: other, onEnded }),
      () => {
        shown = null;
        return notLoaded('view');
      },
    );
    return shown;
  }

  function onEnded(ended: ShownPayment): void {
    const hadFocus = document.activeElement === again;
    onScreen = ended;
    draw();
    if (hadFocus && again.hidden) document.getElementById('pix')?.focus();
    session.notify({ type: 'ended', ...ended });
  }

  function backToChoice(): void {
    onScreen = null;
    lastState = '';
    shown?.then((loaded) => loaded.hide()).catch(() => undefined);
    draw();
    tellChange();
  }

  function read(argument: object): void {
    const given = parseArgument(methodOptionsSchema, argument);
    const has = (method: PaymentMethod) =>
      config.paymentMethods.some((name) => name.toUpperCase() === method);
    methods = (given.methods ?? (methods.length > 0 ? methods : OFFERED_METHODS)).filter(has);
    prices = given.prices ?? prices;
    look = given.choice ?? look;
    if (methods.length > 0) return;
    const message = 'none of these methods is enabled for this account';
    throw new CheckoutError(errorData('METHOD_NOT_ENABLED', message, { field: 'methods' }));
  }

  /** The card is bound to what is paid by card. */
  function cardAmount(): number {
    return prices.CREDIT_CARD ?? amount;
  }

  async function configure(argument: PaymentOptions): Promise<PaymentCalls['configure']['result']> {
    ({ amount, referenceId, locale } = parseArgument(cardOptionsSchema, argument));
    read(argument);
    const [first = 'CREDIT_CARD'] = methods;
    choice.choose(first);
    draw();
    let answer: PaymentCalls['configure']['result'];
    if (methods.includes('CREDIT_CARD')) {
      answer = await card.handlers.configure({ ...argument, amount: cardAmount() });
    } else {
      await card.appearance.apply(argument);
      answer = { height: 0, state: card.form.state(), flow: null };
    }
    find('methods').inert = false;
    return { ...answer, height: height.measure() };
  }

  const session = startFrameSession<PaymentCalls, PaymentEvent>({
    view: window,
    config,
    nonce,
    first: options === null ? undefined : () => configure(options),
    onClose: card.close,
    handlers: {
      ...card.handlers,
      configure,
      update: async (argument) => {
        const change = parseArgument(cardUpdateSchema, argument);
        locale = change.locale ?? locale;
        const before = [amount, referenceId].join();
        amount = change.amount ?? amount;
        referenceId = change.referenceId ?? referenceId;
        // What is on the screen is of another order now.
        if (onScreen !== null && before !== [amount, referenceId].join()) backToChoice();
        if (methods.includes('CREDIT_CARD')) {
          await card.handlers.update({ ...argument, amount: cardAmount() });
        } else await card.appearance.apply(argument);
        const { customerToken } = parseArgument(customerSchema, argument);
        if (customerToken !== undefined && methods.includes('CREDIT_CARD')) {
          await card.offerSaved(customerToken, request);
          // No update of the page's own brings it, which would read the height of the answer.
          session.notify({ type: 'resize', height: height.measure() });
        }
        draw();
        say(refused);
        tellChange();
        (await shown)?.setLocale(locale);
        return { height: height.measure(), state: card.form.state() };
      },
      choose: async (argument) => {
        parseArgument(noArgumentSchema, argument);
        say(null);
        const isWaiting = onScreen?.status === 'PENDING' || onScreen?.status === 'APPROVED';
        if (onScreen !== null && isWaiting) {
          return { paymentMethod: onScreen.paymentMethod, isShown: true };
        }
        if (onScreen !== null) backToChoice();
        const method = choice.chosen();
        if (method !== 'OPEN_FINANCE') return { paymentMethod: method };
        if (bankId !== undefined) return { paymentMethod: method, bankId };
        await offerBanks();
        (await loadBanks()).refuse(CHOICE_WORDS[locale].noBank);
        const details = { field: 'bankId' };
        throw new CheckoutError(errorData('INVALID_DATA', 'no bank is chosen', details));
      },
      focus: async (argument) => {
        if (onScreen !== null) document.getElementById('pix')?.focus();
        else if (choice.chosen() === 'CREDIT_CARD') return card.handlers.focus(argument);
        else choice.focus();
        return null;
      },
      show: async (argument) => {
        const { viewToken } = parseArgument(showSchema, argument);
        const loaded = await loadShown();
        onScreen = await loaded.show(viewToken, locale);
        other.hidden = false;
        draw();
        return onScreen;
      },
      refuse: async (argument) => {
        say(parseArgument(refuseSchema, argument));
        return null;
      },
    },
  });
  const height = watchHeight(main, {
    signal: new AbortController().signal,
    onHeight: (height) => session.notify({ type: 'resize', height }),
  });
}
