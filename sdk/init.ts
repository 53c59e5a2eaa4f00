import type { PaymentOutcome } from '../contract/errors/checkout-error-code.ts';
import type { KnownValue } from '../contract/known-value.ts';
import type { Locale } from '../contract/locale.ts';
import type { CheckoutConfig, InstallmentPlan } from '../contract/published-types.ts';
import type { CardElement } from './element/card-element.ts';
import type { CardElementOptions } from './element/card-element-options.ts';
import type { ElementContext } from './element/mount-card-element.ts';
import { mountCardElement } from './element/mount-card-element.ts';
import type { Preload } from './element/preload-card.ts';
import { preloadCard } from './element/preload-card.ts';
import type { PolicyDirectives } from './flows/content-security-policy.ts';
import type { Diagnosis } from './flows/diagnose.ts';
import type { FlowContext } from './flows/flow-tools.ts';
import type { HandlePendingOptions } from './flows/handle-pending-three-ds.ts';
import type { createPaymentFlows, PaymentFlows } from './flows/payment-flows.ts';
import type { ProcessInput, ProcessResult } from './flows/process-card-payment.ts';
import { openFrame } from './frame/frame-connection.ts';
import { buildPayinPayload } from './payment/build-payin-payload.ts';
import type { DeclineText } from './payment/decline-text.ts';
import type { AnyPayin, PendingOutcome } from './payment/payin-answer.ts';
import type { PreparedCard, PrepareInput } from './payment/prepared-card.ts';
import { mountPaymentElement } from './payment-element/mount-payment-element.ts';
import type {
  PaymentElement,
  PaymentElementOptions,
  ResumedPayment,
} from './payment-element/payment-element.ts';
import type { PixElement, PixElementOptions } from './pix/pix-element.ts';
import { asCheckoutError, checkoutError } from './shared/checkout-error.ts';
import type { ClientSettings, InitOptions } from './shared/client-settings.ts';
import { readClientSettings } from './shared/client-settings.ts';
import { timed } from './shared/timed.ts';

/** What `init` returns: every function of the sdk for one account. */
export type CheckoutClient = {
  /**
   * The account as the public key may see it, with `checkoutUrl` and the provider's hosts. Asked
   * once and kept. Rejects with `UNAUTHORIZED` for an unknown key, `NETWORK`, `TIMEOUT`.
   */
  getConfig: () => Promise<CheckoutConfig>;
  /**
   * Antifraud, token and pre-order 3-D Secure with the card in the merchant's page. Prefer
   * `mountCardElement`: with it the card never touches the page. Charges nothing. Rejects with
   * `INVALID_CARD` and `details.fields` for what the buyer has to correct, `INVALID_ARGUMENT` and
   * `details.field` for what the page has to, and the `THREEDS_` codes; then nothing usable is left
   * behind. Source: spec, "Browser SDK", prepareCardPayment.
   *
   * @example
   * const { payinCard, antifraud } = await client.prepareCardPayment({
   *   amount: 15990, referenceId: 'order-1', installments: 1, card,
   * });
   */
  prepareCardPayment: (input: PrepareInput) => Promise<PreparedCard>;
  /** Same input and output; the work runs in a hidden frame, so `frame-src` is all a page needs. */
  prepareCardPaymentHosted: (input: PrepareInput) => Promise<PreparedCard>;
  /**
   * Completes the challenge of a payin that answered `threeDSecurePending: true`; pass that answer
   * on unchanged. Resolves when the cardholder was authenticated, which is not an approval: the
   * outcome comes by webhook. Rejects with the `THREEDS_` codes, or with `INVALID_DATA` and
   * `details.field` where the merchant's back end took a field away. Calls for one payin share one
   * challenge. Do not redirect the buyer before it settles.
   */
  handlePendingThreeDS: (
    payin: AnyPayin,
    options?: HandlePendingOptions,
  ) => Promise<PendingOutcome>;
  /**
   * Prepare, the merchant's payment endpoint and the challenge in one call; one at a time. Do not
   * redirect the buyer before it settles. Rejects as `prepareCardPayment` and
   * `handlePendingThreeDS` do; with `PAYMENT_ENDPOINT_FAILED` where the endpoint answered no payin;
   * with `REJECTED_BY_RISK`, `PAYER_LIMIT_REJECTED` or `INVALID_CVV` where it passed that refusal
   * on. An endpoint that gave no clear answer is asked the same again after 1, 3 and 8 s, so it
   * has to take one request twice. Where that tells nothing either, `outcome` is `unknown`: the
   * same call asks once more, with the same token. After a challenge the endpoint is asked for the
   * status. Source: spec, "Browser SDK", processCardPayment.
   *
   * @example
   * const { payin } = await client.processCardPayment({
   *   element, amount: 15990, referenceId: 'order-1', customer, items, isPhysicalProduct: true,
   *   endpoint: '/pay',
   * });
   */
  processCardPayment: (input: ProcessInput) => Promise<ProcessResult>;
  /**
   * Card fields in a hosted iframe inside `target`, a selector or an element that holds none yet:
   * the card never touches the page. `amount` in centavos. Returns at once; `element.ready` resolves
   * when the buyer can type, and `element.submit()` gives the token for your server. Throws
   * `INVALID_ARGUMENT` with `details.field`; everything later goes to `ready`, `onError` and the
   * `loaderror` event: `CONTAINER_NOT_FOUND`, `ALREADY_MOUNTED`, `FRAME_UNAVAILABLE`, `FRAME_LOST`;
   * and, known before the buyer types, `UNAUTHORIZED` for an unknown or revoked key,
   * `ORIGIN_NOT_REGISTERED` for the page, `KYC_NOT_APPROVED`, `COMPANY_BLOCKED` and
   * `METHOD_NOT_ENABLED` for the account. Source: spec, "Browser SDK", mountCardElement.
   *
   * @example
   * const element = client.mountCardElement('#card', {
   *   amount: 15990, referenceId: 'order-1', maxInstallments: 3,
   *   onResult: ({ payinCard, antifraud }) => pay(payinCard, antifraud),
   *   onError: (error) => show(error.userMessage),
   * });
   * payButton.onclick = () => element.submit();
   */
  mountCardElement: (target: string | Element, options: CardElementOptions) => CardElement;
  /**
   * Every method of the account in one hosted iframe inside `target`: the buyer chooses, types,
   * sees their code or goes to their bank there, and no script of the page can change what they
   * see. `amount` in centavos. Returns at once; `submit()` asks your `endpoint` with what was chosen.
   * Throws `INVALID_ARGUMENT` with `details.field`; everything later goes to `ready`, `submit` and
   * `onError`, as from `mountCardElement` and `processCardPayment`: `INVALID_ARGUMENT` also for an
   * order that has an element already, `PAYMENT_DECLINED` where the payin was refused.
   *
   * @example
   * const payment = client.mountPaymentElement('#pay', {
   *   amount: 15990, referenceId: 'order-1', endpoint: '/pay',
   *   onPaid: ({ payin }) => location.assign('/thanks'),
   * });
   * buyButton.onclick = () => payment.submit();
   */
  mountPaymentElement: (target: string | Element, options: PaymentElementOptions) => PaymentElement;
  /**
   * What a payment element of this tab left open: a PIX or a boleto before a reload, a bank before
   * the way back. Null where there is nothing. An element that is mounted for the same order shows
   * it again by itself. Rejects with `NETWORK`, `TIMEOUT`, `UNAUTHORIZED`.
   */
  resumePayment: () => Promise<ResumedPayment | null>;
  /**
   * Shows a payin by PIX in a hosted iframe inside `target`: QR code, code to copy, amount and the
   * time left. It changes by itself when the payin is paid or over, and tells `onPaid` or
   * `onExpired`; the outcome to rely on comes by webhook. Resolves when it is shown. Rejects with
   * `INVALID_ARGUMENT` and `details.field` for a payin that is not by PIX or came without
   * `pix.viewToken`, `NOT_FOUND` where that token is over or another account's, `UNAUTHORIZED` for
   * an unknown key, `ORIGIN_NOT_REGISTERED` for the page,
   * `CONTAINER_NOT_FOUND`, `ALREADY_MOUNTED`, `FRAME_UNAVAILABLE`, `NETWORK`, `TIMEOUT`.
   *
   * @example
   * const pix = await client.mountPixElement('#pix', {
   *   payin, onPaid: () => showThanks(), onExpired: () => offerAnother(),
   * });
   */
  mountPixElement: (target: string | Element, options: PixElementOptions) => Promise<PixElement>;
  /**
   * Merges base fields with what was prepared into the body of POST /payin, which your server sends
   * with the secret key. Pure: it asks nobody. Source: spec, "Browser SDK", buildPayinPayload.
   */
  buildPayinPayload: typeof buildPayinPayload;
  /**
   * The plans by card that the account offers for `amount` centavos, shortest first, to be shown
   * beside a product; the card form offers the same, to the centavo, up to its `maxInstallments`.
   * None where the account takes no cards. `ratePerMonth: 0`: without interest. Works on a server
   * too. Rejects with `INVALID_ARGUMENT` for what is no amount, and as `getConfig` does.
   *
   * @example
   * const plans = await client.installmentPlans(15990);
   * const { installments, installmentAmount } = plans.findLast(({ paidBy }) => paidBy === 'merchant');
   */
  installmentPlans: (amount: number) => Promise<InstallmentPlan[]>;
  /**
   * The exact policy directives a page needs for `hosted` or `direct` use. Works on a server too,
   * which sends the policy: `hosted` asks nobody, `direct` asks the service for the provider's
   * hosts.
   */
  contentSecurityPolicy: (mode: 'hosted' | 'direct') => Promise<PolicyDirectives>;
  /** Tries what a payment needs and tells what is blocked and why. Never rejects for that. */
  diagnose: () => Promise<Diagnosis[]>;
  /** As the function of this name, for pages that have the script and nothing to import from. */
  declineText: (answer: object, locale?: KnownValue<Locale>) => Promise<DeclineText>;
  /** Unmounts every element, removes the hidden frame; pending calls reject with `DESTROYED`. */
  destroy: () => void;
};

/** What differs between the script-tag build and the npm build. */
export type Build = {
  checkoutUrl: string | null;
  sdkUrl: FlowContext['sdkUrl'];
  loadFlows: (
    settings: ClientSettings,
  ) => Promise<{ createPaymentFlows: typeof createPaymentFlows }>;
  loadChunk: FlowContext['loadChunk'];
};

export function createInit(build: Build): (options: InitOptions) => CheckoutClient {
  return (options) => createClient(readClientSettings(options, build), build);
}

type Ended = { destroy: () => void };

function createClient(settings: ClientSettings, build: Build): CheckoutClient {
  const { locale } = settings;
  const elements = new Set<Ended>();
  let flows: Promise<PaymentFlows> | null = null;
  const ending = new AbortController();
  // On a server there is nothing to load it into.
  const preloaded =
    settings.preload && globalThis.document
      ? preloadCard(settings, () => !ending.signal.aborted && elements.size === 0)
      : null;
  const endPreload = () => preloaded?.end();

  function assertUsable(
    needsPage = true,
    details: { payinId?: string } = {},
    outcome?: PaymentOutcome,
  ): void {
    if (ending.signal.aborted) {
      throw checkoutError('DESTROYED', 'this client was destroyed', locale, details, outcome);
    }
    if (needsPage && typeof document === 'undefined') {
      throw checkoutError('UNSUPPORTED', 'the sdk runs in a browser', locale);
    }
  }

  function loadFlows(): Promise<PaymentFlows> {
    flows ??= build.loadFlows(settings).then(
      (loaded) =>
        loaded.createPaymentFlows({ ...build, settings, openFrame, ending: ending.signal }),
      (thrown) => {
        flows = null;
        throw thrown;
      },
    );
    return flows;
  }

  /** Runs one of the flows: every error leaves as ours, with the buyer's text. */
  async function run<Result>(
    phase: string,
    work: (flows: PaymentFlows) => Promise<Result>,
    needsPage?: boolean,
  ): Promise<Result> {
    assertUsable(needsPage);
    try {
      const result = await timed(settings, phase, loadFlows().then(work));
      assertUsable(needsPage);
      return result;
    } catch (thrown) {
      const error = asCheckoutError(thrown, locale);
      const { payinId } = error.details;
      // Whatever a flow says of being cut off, the client was destroyed; but a payment that may
      // have been made may not be made again before its webhook has told.
      assertUsable(needsPage, payinId ? { payinId } : {}, error.outcome);
      throw error;
    }
  }

  function mount<Mounted extends Ended>(
    preloaded: Preload | null,
    make: (context: ElementContext) => Mounted,
  ): Mounted {
    assertUsable();
    const onEnd = () => elements.delete(element);
    const element: Mounted = make({ settings, loadFlows, preloaded, onEnd });
    elements.add(element);
    return element;
  }

  return Object.freeze<CheckoutClient>({
    getConfig: () => run('config', (loaded) => loaded.getConfig()),
    prepareCardPayment: (input) => run('prepare', (loaded) => loaded.prepareDirect(input)),
    prepareCardPaymentHosted: (input) => run('prepare', (loaded) => loaded.prepareHosted(input)),
    handlePendingThreeDS: (payin, options = {}) =>
      run('challenge', (loaded) => loaded.handlePending(payin, options)),
    processCardPayment: (input) => run('process', (loaded) => loaded.processCardPayment(input)),
    mountCardElement(target, options) {
      const element = mount(preloaded, (context) => mountCardElement(context, target, options));
      element.ready.then(endPreload, endPreload);
      return element;
    },
    mountPaymentElement: (target, options) =>
      mount(null, (context) => mountPaymentElement(context, target, options)),
    resumePayment: () => run('resume', (loaded) => loaded.resumePayment()),
    mountPixElement: (target, options) =>
      run('pix', (loaded) => loaded.mountPixElement(target, options)),
    buildPayinPayload,
    installmentPlans: (amount) => run('plans', (loaded) => loaded.installmentPlans(amount), false),
    contentSecurityPolicy: (mode) =>
      run('policy', (loaded) => loaded.contentSecurityPolicy(mode), false),
    declineText: (answer, locale) => run('decline', (loaded) => loaded.declineText(answer, locale)),
    diagnose: () => run('diagnose', (loaded) => loaded.diagnose()),
    destroy() {
      ending.abort();
      endPreload();
      for (const element of [...elements]) element.destroy();
      flows?.then((loaded) => loaded.close()).catch(() => undefined);
    },
  });
}
