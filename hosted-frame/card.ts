import type { AntifraudResult } from '../contract/antifraud.ts';
import { CheckoutError, errorData, toErrorData } from '../contract/checkout-error.ts';
import {
  type CardCalls,
  type CardEvent,
  type CardField,
  cardOptionsSchema,
  cardUpdateSchema,
  focusSchema,
  noArgumentSchema,
  type SavedCardOptions,
} from '../contract/frame/card-calls.ts';
import { captureSignals, openAntifraudSession } from '../sdk/card-flow/antifraud.ts';
import { createCheckoutRequest } from '../sdk/card-flow/checkout-request.ts';
import { assertCardsAccepted, prepareCard } from '../sdk/card-flow/prepare-card.ts';
import { applyAppearance } from './card-form/appearance.ts';
import { type CardForm, createCardForm, type WrongField } from './card-form/card-form.ts';
import { createDresser } from './dresser.ts';
import { parseArgument, startFrameSession } from './frame-session.ts';
import { type FrameSettings, readFrameSettings } from './frame-settings.ts';
import type { SavedCard } from './saved-card/saved-card.ts';

const settings = readFrameSettings(window);
// Not in a page, or in a page without an origin: nobody may type a card here.
if (settings === null) document.body.replaceChildren();
else startCard(settings);

/** Connects the card form with the page: what the page may ask, and what it is told. */
function startCard({ publicKey, nonce, theme, layout, config }: FrameSettings): void {
  applyAppearance(document, { appearance: { theme }, layout });
  const request = createCheckoutRequest({ fetch: fetch.bind(window), baseUrl: '', publicKey });
  let referenceId = '';
  let amount = 0;
  let antifraud: Promise<AntifraudResult> | null = null;
  let running: AbortController | null = null;
  let saved: SavedCard | null = null;

  const dresser = createDresser({ view: window, loadLook: () => import('./look/look.ts') });
  const form: CardForm = createCardForm({
    document,
    now: () => new Date(),
    loadBrands: () => import('./card-form/brand.ts'),
    onWords() {
      dresser.writeWords();
      saved?.writeWords();
    },
    onEvent(event) {
      // The session is opened while the buyer types, so that a submit is one request.
      if (event.type === 'change' && !event.state.empty) prepareAntifraud();
      session.notify(event);
    },
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
      form.clear();
    },
    handlers: {
      configure: async (argument) => {
        const options = parseArgument(cardOptionsSchema, argument);
        if (argument.fields !== undefined) await askCvvAlone(argument);
        await dresser.dress(argument);
        ({ referenceId, amount } = options);
        const { threeDS } = config.capabilities;
        return { ...form.configure(options), flow: threeDS.enabled ? threeDS.flow : null };
      },
      update: async (argument) => {
        const change = parseArgument(cardUpdateSchema, argument);
        await dresser.dress(argument);
        referenceId = change.referenceId ?? referenceId;
        amount = change.amount ?? amount;
        return form.update(change);
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
        form.clear();
        return null;
      },
    },
  });

  function prepareAntifraud(): Promise<AntifraudResult> {
    antifraud ??= openAntifraudSession({
      request,
      enabled: config.capabilities.antifraud.enabled,
      signals: () => captureSignals(window),
    });
    return antifraud;
  }

  async function askCvvAlone(options: SavedCardOptions): Promise<void> {
    const [{ createSavedCard }, { brandNamed }] = await Promise.all([
      import('./saved-card/saved-card.ts'),
      import('./card-form/brand.ts'),
    ]);
    saved = createSavedCard(options, {
      document,
      config,
      brandNamed,
      toError: (code, message, field) => new CheckoutError(errorData(code, message, { field })),
    });
    form.askCvvAlone(saved.brand);
  }

  async function submit() {
    if (amount === 0) throw new CheckoutError(errorData('CALL_NOT_ALLOWED', 'not configured yet'));
    assertCardsAccepted(config);
    const checked = form.validate();
    if (!checked.ok) throw wrongFields(checked.fields);
    const { card, installments } = checked;

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
            antifraud: antifraudResult,
            signal,
          })
        : await prepareCard({
            request,
            card: { amount, installments, referenceId, card },
            config,
            antifraud: antifraudResult,
            signal,
          });
      form.clear();
      // One session judges one payment; the next attempt gets its own.
      antifraud = null;
      return result;
    } catch (thrown) {
      const refused = fieldsOf(thrown);
      if (refused.length === 0) throw thrown;
      form.showProblems(refused);
      throw wrongFields(refused);
    } finally {
      if (running === controller) running = null;
      form.setBusy(false);
    }
  }
}

function wrongFields(fields: readonly WrongField[]): CheckoutError {
  const names = fields.map(({ field }) => field).join(', ');
  const message = `the buyer has to correct: ${names}`;
  return new CheckoutError(errorData('INVALID_CARD', message, { phase: 'validate', fields }));
}

const FIELDS_OF_PATHS: { [path: string]: CardField } = {
  'card.holderName': 'holderName',
  'card.number': 'number',
  'card.expirationMonth': 'expiry',
  'card.expirationYear': 'expiry',
  'card.cvv': 'cvv',
  cvv: 'cvv',
  installments: 'installments',
};

/** The fields of the form that the service refused, where that is all it refused. */
function fieldsOf(thrown: unknown): WrongField[] {
  const { code, details } = toErrorData(thrown);
  if (code !== 'INVALID_DATA' || !Array.isArray(details.fields)) return [];
  const paths: string[] = details.fields.map((detail: { path?: unknown }) => String(detail?.path));
  const fields = paths.map((path) => FIELDS_OF_PATHS[path]);
  if (!fields.every((field) => field !== undefined)) return [];
  return [...new Set(fields)].map((field) => ({ field, problem: 'invalid' }));
}
