import { isInstallments } from '../../contract/card/installment.ts';
import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import {
  CheckoutError,
  errorData,
  toErrorData,
  withDetails,
  withOutcome,
} from '../../contract/errors/checkout-error.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { isCentavos } from '../../contract/money.ts';
import { isReferenceId } from '../../contract/payments/reference-id.ts';
import { toJson } from '../../contract/to-json.ts';
import type { CardInput } from '../card-flow/card-input.ts';
import type { CardElement } from '../element/card-element.ts';
import type { PaymentEndpoint } from '../payment/ask-endpoint.ts';
import { askEndpoint } from '../payment/ask-endpoint.ts';
import type { PayinPayload } from '../payment/build-payin-payload.ts';
import { buildPayinPayload } from '../payment/build-payin-payload.ts';
import type { CustomerInput } from '../payment/customer-input.ts';
import { assertNotDeclined } from '../payment/declined.ts';
import type { PayinAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import type { PreparedCard, PrepareInput, ThreeDSOutcome } from '../payment/prepared-card.ts';
import { toHttpUrl } from '../shared/http-url.ts';
import type { Asking } from './ask-again.ts';
import { askUntilKnown, followPayin, isOpen } from './ask-again.ts';
import type { HandlePendingOptions } from './handle-pending-three-ds.ts';
import { tellElement } from './handle-pending-three-ds.ts';

/**
 * What `processCardPayment` takes: the input of `prepareCardPayment` with `card`, or a mounted
 * `element` in its place, and the rest of the order. `mode` chooses where a raw card is prepared:
 * `hosted` (default) in the hidden frame, `direct` in the page.
 */
export type ProcessInput = {
  /** In centavos; that of the `element`, where one is given. */
  amount: number;
  /** Your order's own identifier; that of the `element`, where one is given. */
  referenceId: string;
  /** 1 to 12, of a `card`; an `element` has the buyer's choice. Default 1. */
  installments?: number;
  /** What the buyer was shown, where they pay interest and there is no `element`. */
  installmentPlan?: { totalAmount: number };
  /** Who pays; sent to your endpoint. */
  customer: CustomerInput;
  /** What is bought; `unitPrice` in centavos. */
  items: PayinPayload['items'];
  /** Whether anything of it is sent by post. */
  isPhysicalProduct: boolean;
  /**
   * Your back end, which calls POST /payin with the secret key and answers what that answered. It
   * may be asked the same more than once.
   */
  endpoint: PaymentEndpoint;
  /** Where a `card` is prepared; default `hosted`. */
  mode?: 'hosted' | 'direct';
  /** Aborts the call: it rejects with `ABORTED`. */
  signal?: AbortSignal;
} & (
  | {
      /** The card, where your page has it itself. */
      card: CardInput;
    }
  | {
      /** What `mountCardElement` gave. */
      element: CardElement;
    }
);

/**
 * `payin` as the back end answered it last; its status is not the outcome of the sale where that is
 * still open: the outcome comes by webhook.
 */
export type ProcessResult = { payin: PayinAnswer; prepared: PreparedCard; threeDS: ThreeDSOutcome };

type Flows = {
  prepareDirect: (input: PrepareInput) => Promise<PreparedCard>;
  prepareHosted: (input: PrepareInput) => Promise<PreparedCard>;
  handlePending: (payin: PayinAnswer, options: HandlePendingOptions) => Promise<PendingOutcome>;
  timers: Timers;
  locale: Locale;
  ending: AbortSignal;
};

/**
 * `processCardPayment` of one client: prepare, merchant's endpoint, challenge; one at a time.
 * Called again for the order that is under way it gives the same promise; for another one, and
 * where the input cannot be a payment, it rejects with `INVALID_ARGUMENT` before anything is
 * tokenized. Called again for an order of unknown outcome it asks the same with the same token.
 */
export function createProcessCardPayment(
  flows: Flows,
): (input: ProcessInput) => Promise<ProcessResult> {
  let running: { order: string; result: Promise<ProcessResult> } | null = null;
  /** What was prepared for each order of unknown outcome. */
  const unsure = new Map<string, { order: string; prepared: PreparedCard }>();

  async function run(input: ProcessInput, order: string): Promise<ProcessResult> {
    const { referenceId } = input;
    const element = 'element' in input ? input.element : undefined;
    const before = unsure.get(referenceId);
    let prepared = before?.order === order && !element ? before.prepared : undefined;
    try {
      prepared ??= await prepare(flows, input);
      const result = await pay(flows, input, prepared, before !== undefined);
      await tellElement(element, result.payin);
      unsure.delete(referenceId);
      if (flows.ending.aborted) throw destroyed(result.payin);
      assertNotDeclined(result.payin, flows.locale);
      return result;
    } catch (thrown) {
      const told = toErrorData(thrown);
      // Nothing was asked, and what is unknown of the order stays so.
      const error = prepared === undefined && before ? unknownStill(told) : thrown;
      const { outcome } = toErrorData(error);
      if (outcome !== 'unknown') unsure.delete(referenceId);
      else if (prepared !== undefined) unsure.set(referenceId, { order, prepared });
      // A payin that was refused was told before.
      if (prepared !== undefined && told.code !== 'PAYMENT_DECLINED') {
        await tellElement(element, told);
      }
      throw error;
    }
  }

  return async (input) => {
    assertPayment(input);
    const order = toJson([input.referenceId, input.amount]);
    running ??= {
      order,
      result: run(input, order).finally(() => {
        running = null;
      }),
    };
    if (running.order !== order) {
      throw wrong('referenceId', 'is of another order than the one that is being paid; await that');
    }
    return running.result;
  };
}

function prepare(flows: Flows, input: ProcessInput): Promise<PreparedCard> {
  const signal = input.signal ?? undefined;
  if ('element' in input) return input.element.submit(signal === undefined ? {} : { signal });
  const { amount, referenceId, customer, card, installmentPlan } = input;
  const payment: PrepareInput = {
    amount,
    installmentPlan,
    referenceId,
    customer,
    card,
    installments: input.installments ?? 1,
    ...(signal === undefined ? {} : { signal }),
  };
  return input.mode === 'direct' ? flows.prepareDirect(payment) : flows.prepareHosted(payment);
}

async function pay(
  { handlePending, timers, ending }: Flows,
  input: ProcessInput,
  prepared: PreparedCard,
  isUnsure: boolean,
): Promise<ProcessResult> {
  const { amount, referenceId, customer, items, isPhysicalProduct, endpoint } = input;
  const base = { amount, referenceId, customer, items, isPhysicalProduct };
  const request = buildPayinPayload(base, prepared);
  const signal = input.signal ?? undefined;
  const asking: Asking = {
    ask: (askSignal) => askEndpoint({ endpoint, amounts: [amount], signal: askSignal }, request),
    timers,
    signal,
    ending,
  };
  const payin = await askUntilKnown(asking, isUnsure);
  if (payin.threeDSecurePending !== true) return { payin, prepared, threeDS: prepared.threeDS };
  try {
    const card = 'element' in input ? { element: input.element } : { card: input.card };
    const options = { ...card, hosted: input.mode !== 'direct', signal };
    // How it ended may be lost; how the payin stands is not.
    const ended = await handlePending(payin, options).catch((thrown) => {
      if (toErrorData(thrown).outcome !== 'unknown' || signal?.aborted) throw thrown;
      return { threeDS: { skipped: false, status: null }, thrown };
    });
    const found = await followPayin(asking, payin);
    if ('thrown' in ended && isOpen(found)) throw ended.thrown;
    return { payin: found, prepared, threeDS: ended.threeDS };
  } catch (thrown) {
    throw withPayin(thrown, payin);
  }
}

/** What a caller without types may get wrong; the card's values are checked where it is sent. */
function assertPayment(input: unknown): asserts input is ProcessInput {
  const given = Object(input);
  for (const [option, isRight, must] of CHECKS) {
    if (!isRight(given[option], given)) throw wrong(option, must);
  }
  for (const option of ['amount', 'referenceId']) {
    // An element of a page's own making may not tell.
    const shown = given.element?.[option];
    if (shown === undefined || shown === given[option]) continue;
    throw wrong(option, 'is not what the element was given: tell it first, by element.update()');
  }
}

type Check = readonly [
  option: string,
  isRight: (value: unknown, given: { [option: string]: unknown }) => boolean,
  must: string,
];

const CHECKS: readonly Check[] = [
  ['amount', isCentavos, 'must be a positive integer in centavos'],
  ['referenceId', isReferenceId, 'must be your identifier of the order'],
  ['element', (value, { card }) => isObject(value ?? card), 'or card must say what is paid with'],
  ['endpoint', isEndpoint, 'must be an http(s) address of your server, or a function'],
  ['customer', isObject, 'must say who pays'],
  ['items', (value) => Array.isArray(value) && value.length > 0, 'must list what is bought'],
  ['isPhysicalProduct', (value) => typeof value === 'boolean', 'must be true or false'],
  ['installments', (value) => isInstallments(value ?? 1), 'must be an integer from 1 to 12'],
  [
    'installmentPlan',
    (value) => value == null || isCentavos(Object(value).totalAmount),
    'must have the totalAmount that the buyer was shown',
  ],
  [
    'mode',
    (value) => ['hosted', 'direct'].includes(String(value ?? 'hosted')),
    'must be hosted or direct',
  ],
  ['signal', (value) => value == null || 'aborted' in Object(value), 'must be an AbortSignal'],
];

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isEndpoint(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return value !== '' && toHttpUrl(value, globalThis.document?.baseURI) !== null;
}

function wrong(field: string, message: string): CheckoutError {
  return new CheckoutError(
    errorData('INVALID_ARGUMENT', `processCardPayment: ${field} ${message}`, { field }),
  );
}

function unknownStill(data: ErrorData): CheckoutError {
  return new CheckoutError(withOutcome(data, 'unknown'));
}

function destroyed({ id, status }: PayinAnswer): CheckoutError {
  const outcome = status === 'APPROVED' ? 'charged' : 'unknown';
  const message = 'this client was destroyed';
  return new CheckoutError(errorData('DESTROYED', message, { payinId: id }, outcome));
}

/** The charge exists: after this error nobody may charge again before the webhook has told. */
function withPayin(thrown: unknown, payin: PayinAnswer): CheckoutError {
  const data = withDetails(toErrorData(thrown), { payinId: payin.id });
  const message = `${data.message} (payin ${payin.id} exists; its outcome comes by webhook)`;
  return new CheckoutError({ ...data, message }, { cause: thrown });
}
