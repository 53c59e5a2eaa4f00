import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import { toErrorData } from '../../contract/errors/checkout-error.ts';
import { userMessage } from '../../contract/errors/checkout-error-code.ts';
import type { PaymentState, ShownPayment } from '../../contract/frame/payment-calls.ts';
import { isPaymentMethod } from '../../contract/frame/payment-calls.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { isCentavos } from '../../contract/money.ts';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import type { PaymentView } from '../../contract/payments/pix-view.ts';
import { toJson } from '../../contract/to-json.ts';
import { watchRequest } from '../card-flow/blocked-request.ts';
import { createCheckoutRequest } from '../card-flow/checkout-request.ts';
import type { ElementParts } from '../element/mounted-element.ts';
import { attempt } from '../element/subscribers.ts';
import type { Asking } from '../flows/ask-again.ts';
import type { PaymentEndpoint } from '../payment/ask-endpoint.ts';
import { askEndpoint } from '../payment/ask-endpoint.ts';
import type { ChosenPayment } from '../payment/chosen-payment.ts';
import { toChosenPayment } from '../payment/chosen-payment.ts';
import { findDecline } from '../payment/decline-text.ts';
import { assertNotDeclined } from '../payment/declined.ts';
import type { PayinAnswer, PaymentAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import { asCheckoutError, wrongOption } from '../shared/checkout-error.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import { toHttpUrl } from '../shared/http-url.ts';
import { keepPayment, keptPayment } from './kept-payment.ts';
import type { PaymentElementOptions, PaymentResult, ResumedPayment } from './payment-element.ts';

/** What a token that opens nothing is refused with. */
const NO_PAYIN: readonly string[] = ['NOT_FOUND', 'INVALID_DATA', 'INVALID_ARGUMENT'];

const VIEW_DEADLINE_MS = 10_000;

export type RunningPayment = (signal: AbortSignal | undefined) => Promise<PaymentResult>;

/** What the chunk takes of the flows, so that nothing is in the page twice. */
export type PaymentTools = {
  settings: ClientSettings;
  timers: Timers;
  ending: AbortSignal;
  askUntilKnown: (asking: Asking, isUnsure: boolean) => Promise<PayinAnswer>;
  followPayin: (asking: Asking, known: PayinAnswer) => Promise<PayinAnswer>;
  isOpen: (payin: PayinAnswer) => boolean;
  handlePending: (
    payin: PayinAnswer,
    options: { element: PaymentParts['element']; signal: AbortSignal | undefined },
  ) => Promise<PendingOutcome>;
};

export type PaymentParts = ElementParts<PaymentResult, PaymentState>;

/** What each element's page has been told, which outlives a frame that comes again. */
const told = new WeakMap<PaymentParts, Set<string>>();

/**
 * Runs one payment element: what the buyer chose is prepared, the merchant's endpoint asked, and what
 * it answers followed to the first of refused, pending and paid. An order of unknown outcome is asked
 * for again with the same body. A payin that this page left open, before a reload or at a bank, is
 * shown again. Throws `INVALID_ARGUMENT` and `details.field` for what cannot be a payment.
 */
export function runPayment(
  tools: PaymentTools,
  options: PaymentElementOptions,
  parts: PaymentParts,
): RunningPayment {
  const { element, call, prepareCard, locale } = parts;
  const endpoint = endpointOf(options, locale());
  const prices = { ...options.prices };
  /** What was asked for, where nobody has told what came of it. */
  let unsure: { order: string; chosen: ChosenPayment } | null = null;
  /** What came of the payin that is on the screen, or was paid last. */
  let last: PaymentResult | null = null;

  async function submit(signal: AbortSignal | undefined): Promise<PaymentResult> {
    const { referenceId } = element;
    try {
      const method = await call('choose', {});
      if (method.isShown && last !== null) return last;
      const whole = element.amount;
      const amount = prices[method.paymentMethod] ?? whole;
      const amounts = [whole, ...Object.values(prices).filter(isCentavos)];
      const order = toJson([referenceId, amount, method]);
      const before = unsure?.order === order ? unsure.chosen : null;
      const chosen =
        before ?? (await toChosenPayment(referenceId, method, () => prepareCard(signal)));
      const asking: Asking = {
        ask: (askSignal) => askEndpoint({ endpoint, signal: askSignal, amounts }, chosen),
        timers: tools.timers,
        signal,
        ending: tools.ending,
      };
      unsure = { order, chosen };
      const payin = await follow(asking, await tools.askUntilKnown(asking, before !== null));
      unsure = null;
      await tellCard(payin);
      // One that was left before, and paid all the same, has the price of its own method.
      const { paymentMethod: paidBy } = payin;
      assertPrice(payin, isPaymentMethod(paidBy) ? paidBy : method.paymentMethod, whole);
      return await settle(payin);
    } catch (thrown) {
      throw await refuse(thrown);
    }
  }

  /** A frame that is gone by then changes nothing of what came of the payment. */
  async function tellCard(answer: PaymentAnswer): Promise<void> {
    await element.conclude(answer).catch(() => undefined);
  }

  async function follow(asking: Asking, payin: PayinAnswer): Promise<PayinAnswer> {
    if (payin.threeDSecurePending !== true) return payin;
    const { signal } = asking;
    const failed = await tools.handlePending(payin, { element, signal }).then(
      () => null,
      (thrown: unknown) => {
        if (toErrorData(thrown).outcome !== 'unknown' || signal?.aborted) throw thrown;
        return thrown;
      },
    );
    const found = await tools.followPayin(asking, payin);
    if (failed !== null && tools.isOpen(found)) throw failed;
    return found;
  }

  async function settle(payin: PayinAnswer): Promise<PaymentResult> {
    assertNotDeclined(payin, locale());
    if (payin.status === 'APPROVED') return paid(payin);
    const { viewToken } = payin;
    const pending = { payin, outcome: 'pending' } as const;
    if (typeof viewToken === 'string') {
      last = pending;
      keepPayment({ referenceId: element.referenceId, viewToken });
      const shown = await call('show', { viewToken });
      if (shown.status === 'APPROVED') return paid({ ...payin, status: shown.status });
      await element.focus().catch(() => undefined);
      // Paid since.
      if (last.outcome === 'paid') return last;
    }
    return tell(pending);
  }

  function paid(payin: PayinAnswer): PaymentResult {
    last = { payin, outcome: 'paid' };
    keepPayment(null);
    return tell(last);
  }

  /** Once for each payin and outcome. */
  function tell(result: PaymentResult): PaymentResult {
    const { payin, outcome } = result;
    const before = told.get(parts) ?? new Set();
    const isTold = before.has(`${payin.id} ${outcome}`);
    told.set(parts, before.add(`${payin.id} ${outcome}`));
    if (!isTold) attempt(() => options[outcome === 'paid' ? 'onPaid' : 'onPending']?.({ payin }));
    return result;
  }

  /** Tells the frame and its card of a failure, as the page will read it. */
  async function refuse(thrown: unknown): Promise<CheckoutError> {
    const error = asCheckoutError(thrown, locale());
    if (error.outcome !== 'unknown') unsure = null;
    // A payin that was refused was told before.
    if (error.code !== 'PAYMENT_DECLINED') await tellCard(error);
    // What is wrong with a field stands at the field.
    if (error.code !== 'INVALID_CARD' && error.code !== 'INVALID_DATA') {
      await call('refuse', saidOf(error)).catch(() => undefined);
    }
    return error;
  }

  function assertPrice(payin: PayinAnswer, method: PaymentMethod, whole: number): void {
    const amount = prices[method] ?? whole;
    if (!isCentavos(payin.amount) || payin.amount === amount) return;
    const field = method in prices ? `prices.${method}` : 'amount';
    const must = `says ${amount}, and the server made payin ${payin.id} over ${payin.amount}`;
    throw wrongOption('mountPaymentElement', field, must, locale());
  }

  function ended(shown: ShownPayment | null): void {
    // A frame that is lost and comes again is run anew.
    if (shown === null) stopHearing();
    if (last?.outcome !== 'pending' || shown === null) return;
    const { status } = shown;
    if (status === 'APPROVED') paid({ ...last.payin, status });
    else keepPayment(null);
  }

  async function resume(): Promise<void> {
    const kept = keptPayment();
    if (kept === null || kept.referenceId !== element.referenceId) return;
    const { viewToken, referenceId } = kept;
    const shown = await call('show', { viewToken });
    const payin = { id: payinIdOf(viewToken), referenceId, viewToken, ...shown };
    if (shown.status === 'PENDING') {
      last = { payin, outcome: 'pending' };
      tell(last);
    } else if (shown.status === 'APPROVED') paid(payin);
    else keepPayment(null);
  }

  const { customerToken } = options;
  if (customerToken) {
    // Without the list the card is typed, as by whoever has saved none.
    call('update', { customerToken }).catch((thrown) => {
      // biome-ignore lint/suspicious/noConsole: it is for the developer alone
      console.warn(`mountPaymentElement: customerToken: ${toErrorData(thrown).message}`);
    });
  }
  if (options.onChange) element.on('change', options.onChange);
  const stopHearing = element.on('ended', ended);
  resume().catch((thrown) => {
    // What could not be asked for now, or was not waited for, is there after the next reload.
    if (NO_PAYIN.includes(toErrorData(thrown).code)) keepPayment(null);
  });
  return submit;
}

/** What was left open before a reload or a bank; null: nothing. What has ended is told once. */
export async function resumePayment({
  apiBaseUrl: baseUrl,
  publicKey,
}: ClientSettings): Promise<ResumedPayment | null> {
  const kept = keptPayment();
  if (kept === null) return null;
  const { referenceId, viewToken } = kept;
  const request = createCheckoutRequest({
    fetch: fetch.bind(window),
    baseUrl,
    publicKey,
    watch: watchRequest,
  });
  const view = await request<PaymentView>({
    method: 'POST',
    path: 'payment-view',
    body: { viewToken },
    deadlineMs: VIEW_DEADLINE_MS,
    phase: 'view',
  }).catch((thrown) => {
    if (toErrorData(thrown).code !== 'NOT_FOUND') throw thrown;
    return null;
  });
  if (view?.status !== 'PENDING') keepPayment(null);
  if (view === null) return null;
  const { paymentMethod, status, amount } = view;
  return { payinId: payinIdOf(viewToken), referenceId, paymentMethod, status, amount };
}

/** A view token names its payin. */
function payinIdOf(viewToken: string): string {
  return viewToken.replace(/^pvt_(.+)_[\w-]{43}$/, 'pay_$1');
}

function saidOf({ code, details, outcome, payin }: CheckoutError) {
  const say = (locale: Locale) =>
    findDecline({ ...payin }, locale)?.userMessage ?? userMessage(code, locale, details, outcome);
  return { 'pt-BR': say('pt-BR'), en: say('en'), es: say('es') };
}

/** The one way to the merchant's back end; what is wrong with the options is told by its field. */
function endpointOf(
  { endpoint, pay, methods, prices }: PaymentElementOptions,
  locale: Locale,
): PaymentEndpoint<ChosenPayment> {
  const wrong = (field: string, must: string) =>
    wrongOption('mountPaymentElement', field, must, locale);
  for (const method of [...(methods ?? []), ...Object.keys(prices ?? {})]) {
    if (isPaymentMethod(method)) continue;
    throw wrong(prices && method in prices ? 'prices' : 'methods', 'names what is no method');
  }
  if (typeof pay === 'function') return pay;
  const isAddress = endpoint !== '' && toHttpUrl(endpoint, document.baseURI) !== null;
  if (endpoint === undefined || !isAddress) {
    throw wrong('endpoint', 'must be an http(s) address of your server, or pay a function');
  }
  return endpoint;
}
