import { DEFAULT_CARD_FIELDS } from '../contract/card/card-field.ts';
import type { ConsentText } from '../contract/card/saved-card.ts';
import { CheckoutError, errorData } from '../contract/errors/checkout-error.ts';
import type {
  AskedOptions,
  CardCalls,
  CardOptions,
  CardUpdate,
} from '../contract/frame/card-calls.ts';
import {
  cardOptionsSchema,
  cardUpdateSchema,
  concludeSchema,
  focusSchema,
  noArgumentSchema,
} from '../contract/frame/card-calls.ts';
import type { Handlers } from '../contract/frame/channel.ts';
import type { CheckoutRequest } from '../sdk/card-flow/checkout-request.ts';
import { assertCardsAccepted } from '../sdk/card-flow/prepare-card.ts';
import { createAppearance } from './appearance/appearance.ts';
import type { BrandMarks } from './brand-marks/brand-marks.ts';
import type { CardSaving } from './card-consent/card-consent.ts';
import type { CardForm, CardFormEvent } from './card-form/card-form.ts';
import { createCardForm } from './card-form/card-form.ts';
import { describePlan } from './card-form/installment-options.ts';
import { formatReais } from './card-form/reais.ts';
import type { CardPayment, Order } from './card-payment/card-payment.ts';
import type { SavedCard, ToFieldError } from './cvv-alone/cvv-alone.ts';
import { parentOrigin, parseArgument } from './frame-session.ts';
import type { FrameSettings } from './frame-settings.ts';
import type { CardList } from './saved-cards/card-list.ts';
import type { Choose } from './saved-cards/saved-cards.ts';

export function createCardPart(
  { publicKey, config }: FrameSettings,
  notify: (event: CardFormEvent) => void,
) {
  const order: Order = { amount: 0, referenceId: '' };
  /** The most installments that the page offers. */
  let most = 1;
  let saved: SavedCard | null = null;
  let payment: CardPayment | null = null;
  let loading: Promise<CardPayment> | null = null;
  let marks: BrandMarks | null = null;
  let saving: CardSaving | null = null;
  let list: CardList | null = null;
  let customerToken: string | undefined;

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
      saving?.writeWords();
      list?.writeWords();
      payment?.writeWords();
      marks?.writeWords();
    },
    onEvent(event) {
      if (event.type === 'change' && !event.state.empty) {
        loadPayment()
          .then((loaded) => loaded.prepare())
          .catch(() => undefined);
      }
      notify(event);
    },
  });

  document.querySelector('#cvv-help')?.addEventListener('click', () => {
    import('./cvv-help/cvv-help.ts')
      .then(({ toggleCvvHelp }) => toggleCvvHelp(document, form.announce))
      .catch(() => undefined);
  });

  const handlers: Handlers<CardCalls> = {
    configure,
    update: async (argument) => {
      const change = parseArgument(cardUpdateSchema, argument);
      assertOffer(change, change.maxInstallments ?? most);
      most = change.maxInstallments ?? most;
      await appearance.apply(argument);
      order.referenceId = change.referenceId ?? order.referenceId;
      order.amount = change.amount ?? order.amount;
      const { height } = form.update(change);
      if (argument.brands !== undefined) void showMarks(argument.brands);
      payment?.check();
      return { height, state: form.state() };
    },
    submit: async (argument) => {
      parseArgument(noArgumentSchema, argument);
      if (order.amount === 0) {
        throw new CheckoutError(errorData('CALL_NOT_ALLOWED', 'not configured yet'));
      }
      return (await loadPayment()).submit();
    },
    cancel: async () => {
      // Behind a submit that waits for the same.
      (await loading)?.cancel();
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
      payment?.tell(parseArgument(concludeSchema, argument).outcome);
      return null;
    },
  };

  async function configure(argument: CardOptions): Promise<CardCalls['configure']['result']> {
    assertCardsAccepted(config);
    const options = parseArgument(cardOptionsSchema, argument);
    most = options.maxInstallments;
    assertOffer(options, most);
    if (argument.fields !== undefined) await ask(argument);
    if (config.installmentTable) {
      const { createInterest } = await import('./interest/interest.ts');
      form.offerInterest(createInterest(config.installmentTable, { describePlan, formatReais }));
    }
    await appearance.apply(argument);
    order.referenceId = options.referenceId;
    order.amount = options.amount;
    if (config.savedCards && saved === null) await askToSave(config.savedCards.text);
    const { threeDS, antifraud } = config.capabilities;
    const configured = form.configure(options);
    void showMarks(argument.brands);
    return { ...configured, flow: threeDS.enabled ? threeDS.flow : (antifraud.device ?? null) };
  }

  function clear(): void {
    payment?.forget();
    form.clear();
  }

  /** While the buyer types; once more where that failed. */
  function loadPayment(): Promise<CardPayment> {
    loading ??= import('./card-payment/card-payment.ts').then(
      ({ createCardPayment }) => {
        payment = createCardPayment({
          view: window,
          publicKey,
          config,
          form,
          order,
          saved: () => saved,
          consent: () => saving?.consent() ?? null,
          loadKeptCard: () => import('./kept-card/kept-card.ts'),
          loadDeviceChannel: () => import('./device/device-channel.ts'),
        });
        return payment;
      },
      () => {
        loading = null;
        const message = 'a part of the card form could not be loaded';
        throw new CheckoutError(errorData('NETWORK', message, { phase: 'token' }));
      },
    );
    return loading;
  }

  /** Before the form is shown, which grows by it. */
  async function askToSave(text: ConsentText): Promise<void> {
    try {
      const { createCardSaving } = await import('./card-consent/card-consent.ts');
      saving ??= createCardSaving({
        document,
        text,
        pageOrigin: parentOrigin(window),
        customerToken: () => customerToken,
      });
      saving.writeWords();
      saving.show(saved === null);
    } catch {
      // Offline: nobody is asked.
    }
  }

  /** Offers the saved cards of a customer where there are any, the newest of them chosen. */
  async function offerSaved(token: string, request: CheckoutRequest): Promise<void> {
    customerToken = token;
    if (!config.savedCards || list !== null) return;
    const [{ offerSavedCards }, { brandNamed }] = await Promise.all([
      import('./saved-cards/saved-cards.ts'),
      import('./card-form/brand.ts'),
    ]);
    list = await offerSavedCards({
      ...{ document, request, order, brandNamed },
      session: { customerToken: token, pageOrigin: parentOrigin(window) },
      isCvvAsked: config.savedCards.isCvvAsked,
      announce: form.announce,
      choose,
    });
  }

  const choose: Choose = (card) => {
    payment?.forget();
    saved = card;
    saving?.show(card === null);
    for (const row of document.querySelectorAll<HTMLElement>('.field[data-field]')) {
      const { field } = row.dataset;
      if (field === 'installments') continue;
      const isAsked = card === null || (field === 'cvv' && card.isCvvAsked);
      row.hidden = !isAsked;
      row.querySelector('input')?.toggleAttribute('disabled', !isAsked);
    }
    if (card === null) form.askWhole();
    else if (card.isCvvAsked) form.askCvvAlone(card.brand);
    else form.askNothing(card.brand);
    form.clear('cvv');
  };

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
      import('./cvv-alone/cvv-alone.ts'),
      import('./card-form/brand.ts'),
    ]);
    saved = createSavedCard(options, { document, config, brandNamed, toError: toFieldError });
    form.askCvvAlone(saved.brand);
  }

  return {
    form,
    appearance,
    handlers,
    offerSaved,
    close() {
      payment?.cancel();
      clear();
    },
  };
}

/** More than the most that the page offers is no choice of anybody's. */
function assertOffer({ installments = 1 }: CardUpdate, maxInstallments: number): void {
  if (installments <= maxInstallments) return;
  const message = `installments (${installments}) is above maxInstallments (${maxInstallments})`;
  const fields = ['installments', 'maxInstallments'].map((path) => ({ path, message }));
  throw new CheckoutError(errorData('INVALID_ARGUMENT', message, { fields }));
}

/** How a chunk refuses what a page asked; the class of errors is the document's own. */
function toFieldError(...[code, message, field]: Parameters<ToFieldError>): CheckoutError {
  return new CheckoutError(errorData(code, message, { field }));
}
