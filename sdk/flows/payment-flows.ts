import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import { CheckoutError, errorData, toErrorData } from '../../contract/errors/checkout-error.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import { watchRequest } from '../card-flow/blocked-request.ts';
import { createCheckoutRequest } from '../card-flow/checkout-request.ts';
import { untilEither } from '../card-flow/either-signal.ts';
import type { TellFrame } from '../element/element-flows.ts';
import { declineText } from '../payment/decline-text.ts';
import { installmentPlans } from '../payment/installment-plans.ts';
import type { PreparedCard, PrepareInput } from '../payment/prepared-card.ts';
import { toPreparedCard } from '../payment/prepared-card.ts';
import type { PixElementOptions } from '../pix/pix-element.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import { PIX_ELEMENT_OPTIONS, unknownOptions } from '../shared/known-options.ts';
import { logUnheard } from '../shared/log-unheard.ts';
import { askUntilKnown, followPayin, isOpen } from './ask-again.ts';
import { assertBrowser } from './assert-browser.ts';
import { conclude } from './conclude.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { diagnose } from './diagnose.ts';
import type { FlowContext, FlowTools } from './flow-tools.ts';
import { createPendingThreeDS } from './handle-pending-three-ds.ts';
import { createHostedFrame } from './hosted-frame.ts';
import { createPayments } from './payments.ts';
import { prepareDirect } from './prepare-card-payment.ts';
import { probeFrame } from './probe-frame.ts';
import { createProcessCardPayment } from './process-card-payment.ts';
import { showRetry } from './show-retry.ts';
import { createWarnOfOptions } from './warn-of-options.ts';

/** The service writes the values in when it starts. */
const PIX_INTEGRITY = '%PIX_INTEGRITY%';
const PAYMENT_INTEGRITY = '%PAYMENT_INTEGRITY%';

export type PaymentFlows = ReturnType<typeof createPaymentFlows>;

/** What is needed only after a call: loaded when first asked for, or while the buyer types. */
export function createPaymentFlows(context: FlowContext) {
  assertBrowser(globalThis);
  const tools: FlowTools = { ...context, getConfig: createGetConfig(context.settings) };
  const hosted = createHostedFrame(tools);
  const pending = createPendingThreeDS(tools, hosted);
  const loadPix = context.loadChunk('checkout-sdk-pix.js', PIX_INTEGRITY);
  const loadPayment = context.loadChunk('checkout-sdk-payment.js', PAYMENT_INTEGRITY);
  const warnOfOptions = createWarnOfOptions();
  const probe = () => probeFrame(context.settings);
  /** After a reload nobody knows: the hosted frame works for both. */
  let isInPage = false;
  warnOfOptions('init', context.settings.unknown);

  async function prepareHosted(given: PrepareInput): Promise<PreparedCard> {
    const { signal, ...input } = { ...given };
    isInPage = false;
    const { threeDS, ...result } = await hosted.prepare(input, signal);
    return toPreparedCard(result, threeDS);
  }

  function directly(input: PrepareInput): Promise<PreparedCard> {
    isInPage = true;
    return prepareDirect(tools, input, hosted.device);
  }

  return {
    getConfig: tools.getConfig,
    prepareDirect: directly,
    prepareHosted,
    /** The authentication of a token that the card element made, before the order. */
    async authenticate(
      token: string,
      tell: TellFrame,
      signal?: AbortSignal,
      { customer }: { customer?: unknown } = {},
    ): Promise<AuthenticationOutcome> {
      void conclude({ threeDSecurePending: true }, tell);
      try {
        return await hosted.authenticate({ token, customer }, signal);
      } catch (thrown) {
        // On its way before whatever the page asks of the frame next.
        void conclude(toErrorData(thrown), tell);
        throw thrown;
      } finally {
        void conclude({ threeDSecurePending: false }, tell);
      }
    },
    untilEither,
    conclude,
    logUnheard,
    warnOfOptions,
    probeFrame: probe,
    standIn: showRetry,
    warm: () => hosted.warm(),
    handlePending: (...[payin, options]: Parameters<typeof pending>) =>
      pending(payin, { hosted: !isInPage, ...options }),
    processCardPayment: createProcessCardPayment({
      prepareDirect: directly,
      prepareHosted,
      handlePending: (payin, options) => pending(payin, { hosted: !isInPage, ...options }),
      timers: systemTimers,
      locale: context.settings.locale,
      ending: context.ending,
    }),
    mountPixElement: async (target: string | Element, options: PixElementOptions) => {
      warnOfOptions('mountPixElement', unknownOptions(Object(options), PIX_ELEMENT_OPTIONS));
      const chunk = await loadPix(context.settings);
      return chunk.mountPixElement({ ...context, probe }, target, options);
    },
    ...createPayments(
      () => loadPayment(context.settings),
      {
        settings: context.settings,
        ending: context.ending,
        timers: systemTimers,
        askUntilKnown,
        followPayin,
        isOpen,
        handlePending: pending,
      },
      warnOfOptions,
    ),
    resumePayment: async () =>
      (await loadPayment(context.settings)).resumePayment(context.settings),
    installmentPlans: async (amount: number) => installmentPlans(await tools.getConfig(), amount),
    contentSecurityPolicy: (mode: 'hosted' | 'direct') => contentSecurityPolicy(tools, mode),
    diagnose: () => diagnose(tools, hosted),
    declineText: async (answer: object, locale: KnownValue<Locale> = context.settings.locale) =>
      declineText(answer, locale),
    close: (reason: ErrorData = destroyed()) => hosted.close(reason),
  };
}

function destroyed(): ErrorData {
  return errorData('DESTROYED', 'this client was destroyed');
}

export { CheckoutError };

const CONFIG_DEADLINE_MS = 10_000;

/** Asked once and kept, shared by callers at the same time; after a failure it is asked again. */
function createGetConfig(settings: ClientSettings): () => Promise<CheckoutConfig> {
  let asked: Promise<CheckoutConfig> | null = null;
  return () => {
    asked ??= createCheckoutRequest({
      // A server may ask as well, for the policy of the pages it sends.
      fetch: globalThis.fetch.bind(globalThis),
      baseUrl: settings.apiBaseUrl,
      publicKey: settings.publicKey,
      watch: watchRequest,
    })<CheckoutConfig>({
      method: 'GET',
      path: 'config',
      deadlineMs: CONFIG_DEADLINE_MS,
      phase: 'config',
    }).catch((thrown) => {
      asked = null;
      throw thrown;
    });
    return asked;
  };
}
