import type { AntifraudResult } from '../contract/antifraud.ts';
import type { Card } from '../contract/card.ts';
import { DEFAULT_CARD_FIELDS } from '../contract/card-field.ts';
import { CheckoutError, errorData, toErrorData } from '../contract/checkout-error.ts';
import type {
  AskedOptions,
  CardCalls,
  CardEvent,
  CardSubmitResult,
} from '../contract/frame/card-calls.ts';
import {
  cardOptionsSchema,
  cardUpdateSchema,
  concludeSchema,
  focusSchema,
  noArgumentSchema,
} from '../contract/frame/card-calls.ts';
import { systemTimers } from '../contract/frame/timers.ts';
import {
  ANTIFRAUD_DEADLINE_MS,
  captureSignals,
  openAntifraudSession,
} from '../sdk/card-flow/antifraud.ts';
import { createCheckoutRequest } from '../sdk/card-flow/checkout-request.ts';
import { assertCardsAccepted, prepareCard } from '../sdk/card-flow/prepare-card.ts';
import { asCardError, wrongCard } from '../sdk/card-flow/wrong-card.ts';
import { createAppearance } from './appearance/appearance.ts';
import { setThemeAndLayout } from './appearance/theme-and-layout.ts';
import type { BrandMarks } from './brand-marks/brand-marks.ts';
import type { CardForm } from './card-form/card-form.ts';
import { createCardForm } from './card-form/card-form.ts';
import { describePlan } from './card-form/installment-options.ts';
import { formatReais } from './card-form/reais.ts';
import { parseArgument, startFrameSession } from './frame-session.ts';
import type { FrameSettings } from './frame-settings.ts';
import { readFrameSettings } from './frame-settings.ts';
import type { KeptCard } from './kept-card/kept-card.ts';
import { refuseFrame } from './refuse-frame.ts';
import type { SavedCard, ToFieldError } from './saved-card/saved-card.ts';

const settings = readFrameSettings(window);
if (settings !== null && 'config' in settings) startCard(settings);
else {
  // Not in a page, in one without an origin, or in one that may not: nobody types a card here.
  document.body.replaceChildren();
  if (settings !== null) refuseFrame(window, settings, ['configure']);
}

/** Connects the card form with the page: what the page may ask, and what it is told. */
function startCard({ publicKey, nonce, theme, layout, config }: FrameSettings): void {
  setThemeAndLayout(document, { appearance: { theme }, layout });
  const request = createCheckoutRequest({ fetch: fetch.bind(window), baseUrl: '', publicKey });
  let referenceId = '';
  let amount = 0;
  let antifraud: Promise<AntifraudResult> | null = null;
  let running: AbortController | null = null;
  let saved: SavedCard | null = null;
  let kept: KeptCard | null = null;
  let marks: BrandMarks | null = null;

  const appearance = createAppearance({
    view: window,
    fonts: config.fonts,
    loadPageAppearance: () => import('./appearance/page-appearance.ts'),
  });
  const form: CardForm = createCardForm({
    document,
    now: () => new Date(),
    loadBrands: () => import('./card-form/brand.ts'),
    onWords() {
      appearance.writeWords();
      saved?.writeWords();
      kept?.writeWords();
      marks?.writeWords();
    },
    onEvent(event) {
      // What a submit needs is fetched while the buyer types, so that it is one request.
      if (event.type === 'change' && !event.state.empty) {
        prepareAntifraud();
        loadKept().catch(() => undefined);
      }
      session.notify(event);
    },
  });

  document.querySelector('#cvv-help')?.addEventListener('click', () => {
    import('./cvv-help/cvv-help.ts')
      .then(({ toggleCvvHelp }) => toggleCvvHelp(document, form.announce))
      .catch(() => undefined);
  });

  const session = startFrameSession<CardCalls, CardEvent>({
    view: window,
    config,
    nonce,
    bye: { type: 'bye' },
    flooded: { type: 'flooded' },
    onConnect: () => undefined,
    onClose() {
      running?.abort();
      clear();
    },
    handlers: {
      configure: async (argument) => {
        assertCardsAccepted(config);
        const options = parseArgument(cardOptionsSchema, argument);
        if (argument.fields !== undefined) await ask(argument);
        if (config.installmentTable) {
          const { createInterest } = await import('./interest/interest.ts');
          form.offerInterest(
            createInterest(config.installmentTable, { describePlan, formatReais }),
          );
        }
        await appearance.apply(argument);
        ({ referenceId, amount } = options);
        const { threeDS, antifraud: risk } = config.capabilities;
        const configured = form.configure(options);
        void showMarks(argument.brands);
        return { ...configured, flow: threeDS.enabled ? threeDS.flow : (risk.device ?? null) };
      },
      update: async (argument) => {
        const change = parseArgument(cardUpdateSchema, argument);
        await appearance.apply(argument);
        referenceId = change.referenceId ?? referenceId;
        amount = change.amount ?? amount;
        const { height } = form.update(change);
        if (argument.brands !== undefined) void showMarks(argument.brands);
        kept?.check(order());
        return { height, state: form.state() };
      },
      submit: async (argument) => {
        parseArgument(noArgumentSchema, argument);
        return submit();
      },
      cancel: async () => {
        running?.abort();
        return null;
      },
      focus: async (argument) => {
        form.focus(parseArgument(focusSchema, argument).field);
        return null;
      },
      clear: async () => {
        clear();
        return null;
      },
      conclude: async (argument) => {
        kept?.tell(parseArgument(concludeSchema, argument).outcome);
        return null;
      },
    },
  });

  function prepareAntifraud(): Promise<AntifraudResult> {
    antifraud ??= openSession();
    return antifraud;
  }

  function openSession(): Promise<AntifraudResult> {
    const { enabled, device } = config.capabilities.antifraud;
    const signals = () => captureSignals(window);
    const session = openAntifraudSession({ request, enabled, signals });
    if (!device) return session;
    return import('./device/device-channel.ts').then(
      ({ shareSession }) => shareSession(window, session, ANTIFRAUD_DEADLINE_MS),
      () => session,
    );
  }

  function clear(): void {
    kept?.forget();
    form.clear();
  }

  /** What a token is good for. */
  function order(): string {
    return JSON.stringify([referenceId, amount, form.state().installments]);
  }

  async function loadKept(): Promise<KeptCard> {
    const { createKeptCard } = await import('./kept-card/kept-card.ts');
    kept ??= createKeptCard({
      document,
      form,
      timers: systemTimers,
      now: () => new Date(),
      threeDS: config.capabilities.threeDS,
    });
    return kept;
  }

  /** A card that cannot be kept is gone, as it is once it is kept no more. */
  async function keep(orderPaid: string, result: CardSubmitResult, card: Card): Promise<void> {
    await loadKept().then(
      (loaded) => loaded.keep(orderPaid, result, card),
      () => form.clear(),
    );
  }

  /** Once the buyer can type: nothing waits for it, and the form works without. */
  async function showMarks(brands: unknown): Promise<void> {
    try {
      const { createBrandMarks } = await import('./brand-marks/brand-marks.ts');
      marks ??= createBrandMarks(window);
      marks.accept(brands);
      form.drawMarksBy(marks.draw);
    } catch {
      // Offline: the names are heard all the same.
    }
  }

  /** Asks for what the page says, which may be anything: each chunk reads its part of it. */
  async function ask(options: AskedOptions): Promise<void> {
    const { fields } = options;
    if (!Array.isArray(fields) || fields.length < 2) return askCvvAlone(options);
    const { addOptionalFields } = await import('./optional-fields/optional-fields.ts');
    form.askAlso(
      addOptionalFields(fields, { document, required: DEFAULT_CARD_FIELDS, toError: toFieldError }),
    );
  }

  async function askCvvAlone(options: AskedOptions): Promise<void> {
    const [{ createSavedCard }, { brandNamed }] = await Promise.all([
      import('./saved-card/saved-card.ts'),
      import('./card-form/brand.ts'),
    ]);
    saved = createSavedCard(options, {
      document,
      config,
      brandNamed,
      toError: toFieldError,
    });
    form.askCvvAlone(saved.brand);
  }

  async function submit() {
    if (amount === 0) throw new CheckoutError(errorData('CALL_NOT_ALLOWED', 'not configured yet'));
    const given = kept?.given(order());
    if (given) return given;
    const checked = form.validate();
    if (!checked.ok) throw wrongCard(checked.fields);
    const { card, optional, installments } = checked;
    const { installmentPlan } = form.state();
    const orderPaid = order();

    running?.abort();
    const controller = new AbortController();
    running = controller;
    form.setBusy(true);
    try {
      const { signal } = controller;
      const antifraudResult = prepareAntifraud();
      const result = saved
        ? await saved.submit({
            request,
            cvv: card.cvv,
            installments,
            installmentPlan,
            antifraud: antifraudResult,
            signal,
          })
        : await prepareCard({
            request,
            card: { amount, installments, installmentPlan, referenceId, card, ...optional },
            config,
            antifraud: antifraudResult,
            signal,
          });
      await keep(orderPaid, result, card);
      // One session judges one payment; the next attempt gets its own.
      antifraud = null;
      return result;
    } catch (thrown) {
      const error = toErrorData(asCardError(thrown));
      if (error.code === 'INVALID_CARD') {
        kept?.tell('refused');
        form.showProblems(error.details.fields);
      }
      throw new CheckoutError(error);
    } finally {
      if (running === controller) running = null;
      form.setBusy(false);
    }
  }
}

/** How a chunk refuses what a page asked; the class of errors is the document's own. */
function toFieldError(...[code, message, field]: Parameters<ToFieldError>): CheckoutError {
  return new CheckoutError(errorData(code, message, { field }));
}
