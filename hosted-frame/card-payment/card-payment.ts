import type { AntifraudResult } from '../../contract/card/antifraud.ts';
import type { Card } from '../../contract/card/card.ts';
import type { CardOutcome } from '../../contract/card/card-outcome.ts';
import type { CardConsent } from '../../contract/card/saved-card.ts';
import { CheckoutError, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { CardSubmitResult } from '../../contract/frame/card-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import {
  ANTIFRAUD_DEADLINE_MS,
  captureSignals,
  openAntifraudSession,
} from '../../sdk/card-flow/antifraud.ts';
import { createCheckoutRequest } from '../../sdk/card-flow/checkout-request.ts';
import { prepareCard } from '../../sdk/card-flow/prepare-card.ts';
import { asCardError, wrongCard } from '../../sdk/card-flow/wrong-card.ts';
import type { CardForm } from '../card-form/card-form.ts';
import type { SavedCard } from '../cvv-alone/cvv-alone.ts';
import type { shareSession } from '../device/device-channel.ts';
import type { createKeptCard, KeptCard } from '../kept-card/kept-card.ts';

// The entry of a chunk, loaded while the buyer types: the fields are there without it. The build
// gives it copies of what it shares with the document.

/** What is paid, as the page has it by now. Nothing is until the amount is above zero. */
export type Order = { amount: number; referenceId: string };

export type CardPayment = ReturnType<typeof createCardPayment>;

/** Turns the card in the form into a token, and has the card kept until its payment is final. */
export function createCardPayment({
  view,
  publicKey,
  config,
  form,
  order,
  saved,
  consent,
  loadKeptCard,
  loadDeviceChannel,
}: {
  view: Window & typeof globalThis;
  publicKey: string;
  config: CheckoutConfig;
  form: CardForm;
  order: Readonly<Order>;
  /** The card on file whose CVV is asked for alone; null where the whole card is. */
  saved: () => SavedCard | null;
  /** That of a buyer who wants the card saved; null where they do not. */
  consent: () => CardConsent | null;
  loadKeptCard: () => Promise<{ createKeptCard: typeof createKeptCard }>;
  loadDeviceChannel: () => Promise<{ shareSession: typeof shareSession }>;
}) {
  const request = createCheckoutRequest({ fetch: view.fetch.bind(view), baseUrl: '', publicKey });
  let kept: KeptCard | null = null;
  let antifraud: Promise<AntifraudResult> | null = null;
  let running: AbortController | null = null;

  /** What a submit needs is fetched while the buyer types, so that it is one request. */
  function prepare(): void {
    prepareAntifraud();
    loadKept().catch(() => undefined);
  }

  async function loadKept(): Promise<KeptCard> {
    const chunk = await loadKeptCard();
    kept ??= chunk.createKeptCard({
      document: view.document,
      form,
      timers: systemTimers,
      now: () => new Date(),
      threeDS: config.capabilities.threeDS,
    });
    return kept;
  }

  /** A card that cannot be kept is gone, as it is once it is kept no more. */
  async function keep(paid: string, result: CardSubmitResult, card: Card): Promise<void> {
    await loadKept().then(
      (loaded) => loaded.keep(paid, result, card),
      () => form.clear(),
    );
  }

  function prepareAntifraud(): Promise<AntifraudResult> {
    antifraud ??= openSession();
    return antifraud;
  }

  function openSession(): Promise<AntifraudResult> {
    const { enabled, device } = config.capabilities.antifraud;
    const signals = () => captureSignals(view);
    const session = openAntifraudSession({ request, enabled, signals });
    if (!device) return session;
    return loadDeviceChannel().then(
      (channel) => channel.shareSession(view, session, ANTIFRAUD_DEADLINE_MS),
      () => session,
    );
  }

  /** What a token is good for. */
  function bindings(): string {
    return JSON.stringify([order.referenceId, order.amount, form.state().installments]);
  }

  async function submit(): Promise<CardSubmitResult> {
    const paid = bindings();
    const given = kept?.given(paid);
    if (given) return given;
    const checked = form.validate();
    if (!checked.ok) throw wrongCard(checked.fields);

    running?.abort();
    const controller = new AbortController();
    running = controller;
    form.setBusy(true);
    try {
      const result = await tokenize(checked, controller.signal);
      await keep(paid, result, checked.card);
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

  function tokenize(
    { card, optional, installments }: { card: Card; optional: object; installments: number },
    signal: AbortSignal,
  ): Promise<CardSubmitResult> {
    const { amount, referenceId } = order;
    const { installmentPlan } = form.state();
    const session = prepareAntifraud();
    const onFile = saved();
    if (onFile) {
      const { cvv } = card;
      const plan = { installments, installmentPlan };
      return onFile.submit({ request, cvv, ...plan, antifraud: session, signal });
    }
    return prepareCard({
      request,
      card: {
        ...{ amount, installments, installmentPlan, referenceId, card, ...optional },
        consent: consent() ?? undefined,
      },
      config,
      antifraud: session,
      signal,
    });
  }

  return {
    prepare,
    submit,
    cancel: () => running?.abort(),
    forget: () => kept?.forget(),
    /** The order may have changed: a card that is kept for another one goes. */
    check: () => kept?.check(bindings()),
    tell: (outcome: CardOutcome) => kept?.tell(outcome),
    writeWords: () => kept?.writeWords(),
  };
}
