import type { CheckoutError, DetailsArgument } from '../../contract/errors/checkout-error.ts';
import type { CheckoutErrorCode } from '../../contract/errors/checkout-error-code.ts';
import { DEFAULT_LOCALE, toLocale } from '../../contract/locale.ts';
import type { ProcessInput, ProcessResult } from '../flows/process-card-payment.ts';
import type { CheckoutClient } from '../init.ts';
import type { PaymentEndpoint, PaymentRequest } from '../payment/ask-endpoint.ts';
import { askEndpoint } from '../payment/ask-endpoint.ts';
import { buildPayinPayload } from '../payment/build-payin-payload.ts';
import { toChosenPayment } from '../payment/chosen-payment.ts';
import { declineText } from '../payment/decline-text.ts';
import { assertNotDeclined } from '../payment/declined.ts';
import { installmentPlans } from '../payment/installment-plans.ts';
import type { PayinAnswer } from '../payment/payin-answer.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import type {
  PaymentElement,
  PaymentElementOptions,
  PaymentResult,
} from '../payment-element/payment-element.ts';
import { checkoutError } from '../shared/checkout-error.ts';
import { TEST_CONFIG, TEST_PREPARED } from './test-answers.ts';
import type { TestCardElement, TestPaymentElement, TestPixElement } from './test-element.ts';
import {
  createTestCardElement,
  createTestPaymentElement,
  createTestPixElement,
} from './test-element.ts';

/** A function of the client that may be told to fail, and `submit` of its elements. */
export type TestCallName =
  | 'getConfig'
  | 'prepareCardPayment'
  | 'prepareCardPaymentHosted'
  | 'handlePendingThreeDS'
  | 'processCardPayment'
  | 'mountPixElement'
  | 'submit';

export type TestCall = { name: TestCallName; input: unknown };

/** What a double answers; what is left out is a good answer. */
export type TestAnswers = {
  config?: Awaited<ReturnType<CheckoutClient['getConfig']>>;
  prepared?: PreparedCard;
  /** What the merchant's endpoint answers where it is given as an address; none is ever asked. */
  payin?: PayinAnswer;
};

/**
 * A client for component tests: no frame, no network, the same types as the real one. Every call is
 * kept in `calls`, every mounted card in `elements`, every mounted PIX in `pixElements`, every
 * mounted payment in `paymentElements`.
 *
 * @example
 * const client = createTestClient();
 * render(<Checkout client={client} />);
 * client.failNext('submit', 'THREEDS_FAILED', { reason: 'cancelled' });
 */
export type TestClient = CheckoutClient & {
  readonly calls: readonly TestCall[];
  readonly elements: readonly TestCardElement[];
  readonly pixElements: readonly TestPixElement[];
  readonly paymentElements: readonly TestPaymentElement[];
  /** The next call of this name rejects with this code; the one after it is answered again. */
  failNext: <Code extends CheckoutErrorCode>(
    name: TestCallName,
    code: Code,
    ...details: DetailsArgument<Code>
  ) => void;
};

const APPROVED: PayinAnswer = { id: 'pay_test', status: 'APPROVED', paymentMethod: 'CREDIT_CARD' };

/** An error as the sdk makes it, for handlers under test. */
export function testError<Code extends CheckoutErrorCode>(
  code: Code,
  ...details: DetailsArgument<Code>
): CheckoutError {
  return checkoutError(code, `${code}, made by a test`, DEFAULT_LOCALE, ...details);
}

/** What a page's own function answers; an address is never asked. */
async function answerOf<Request extends object>(
  endpoint: PaymentEndpoint<Request> | undefined,
  amount: number,
  request: Request,
  otherwise: PayinAnswer = APPROVED,
): Promise<PayinAnswer> {
  if (typeof endpoint !== 'function') return otherwise;
  return askEndpoint({ endpoint, amounts: [amount] }, request);
}

export function createTestClient(answers: TestAnswers = {}): TestClient {
  const calls: TestCall[] = [];
  const elements: TestCardElement[] = [];
  const pixElements: TestPixElement[] = [];
  const paymentElements: TestPaymentElement[] = [];
  const failures = new Map<TestCallName, CheckoutError>();
  const prepared = answers.prepared ?? TEST_PREPARED;
  let isDestroyed = false;

  async function answer<Result>(
    name: TestCallName,
    input: unknown,
    result: () => Result | Promise<Result>,
  ): Promise<Result> {
    if (isDestroyed) throw testError('DESTROYED');
    calls.push({ name, input });
    const failure = failures.get(name);
    failures.delete(name);
    if (failure !== undefined) throw failure;
    return result();
  }

  async function process(input: ProcessInput): Promise<ProcessResult> {
    const card = 'element' in input ? await input.element.submit() : prepared;
    const { amount, referenceId, customer, items, isPhysicalProduct, endpoint } = input;
    const order = { amount, referenceId, customer, items, isPhysicalProduct };
    const request: PaymentRequest = buildPayinPayload(order, card);
    const payin = await answerOf(endpoint, amount, request, answers.payin);
    assertNotDeclined(payin, DEFAULT_LOCALE);
    return { payin, prepared: card, threeDS: card.threeDS };
  }

  /** By the first method that the page asked for; else by card. */
  async function pay(
    { referenceId, amount }: PaymentElement,
    { methods, pay: ask, locale }: PaymentElementOptions,
  ): Promise<PaymentResult> {
    const paymentMethod = methods?.[0] ?? 'CREDIT_CARD';
    const chosen = await toChosenPayment(referenceId, { paymentMethod }, async () => prepared);
    const payin = await answerOf(ask, amount, chosen, answers.payin);
    assertNotDeclined(payin, toLocale(locale));
    return { payin, outcome: payin.status === 'APPROVED' ? 'paid' : 'pending' };
  }

  return {
    calls,
    elements,
    pixElements,
    paymentElements,
    failNext(name, code, ...details) {
      failures.set(name, testError(code, ...details));
    },
    getConfig: () => answer('getConfig', undefined, () => answers.config ?? TEST_CONFIG),
    prepareCardPayment: (input) => answer('prepareCardPayment', input, () => prepared),
    prepareCardPaymentHosted: (input) => answer('prepareCardPaymentHosted', input, () => prepared),
    handlePendingThreeDS: (payin) =>
      answer('handlePendingThreeDS', payin, () => ({
        payinId: payin.id,
        threeDS: { skipped: false, status: 'AUTHENTICATED' },
      })),
    processCardPayment: (input) => answer('processCardPayment', input, () => process(input)),
    mountCardElement(target, options) {
      if (isDestroyed) throw testError('DESTROYED');
      const element = createTestCardElement(target, options, (input) =>
        answer('submit', input, () => prepared),
      );
      elements.push(element);
      return element;
    },
    mountPaymentElement(target, options) {
      if (isDestroyed) throw testError('DESTROYED');
      const element = createTestPaymentElement(target, options, (input) =>
        answer('submit', input, () => pay(element, options)),
      );
      paymentElements.push(element);
      return element;
    },
    resumePayment: async () => null,
    mountPixElement: (target, options) =>
      answer('mountPixElement', options, () => {
        const element = createTestPixElement(target, options);
        pixElements.push(element);
        return element;
      }),
    buildPayinPayload,
    contentSecurityPolicy: async () => ({
      'script-src': [],
      'frame-src': [TEST_CONFIG.checkoutUrl],
      'connect-src': [],
    }),
    installmentPlans: async (amount) => installmentPlans(answers.config ?? TEST_CONFIG, amount),
    diagnose: async () => [],
    declineText: async (refused, locale) => declineText(refused, locale),
    destroy() {
      isDestroyed = true;
      for (const element of [...elements, ...pixElements, ...paymentElements]) element.destroy();
    },
  };
}
