import {
  CheckoutError,
  errorData,
  toErrorData,
  withDetails,
} from '../../contract/checkout-error.ts';
import type { CardInput } from '../card-flow/card-input.ts';
import type { CardElement } from '../element/card-element.ts';
import type { PaymentEndpoint } from '../payment/ask-endpoint.ts';
import { askEndpoint } from '../payment/ask-endpoint.ts';
import type { PayinPayload } from '../payment/build-payin-payload.ts';
import { buildPayinPayload } from '../payment/build-payin-payload.ts';
import type { CustomerInput } from '../payment/customer-input.ts';
import type { PayinAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import type { PreparedCard, PrepareInput, ThreeDSOutcome } from '../payment/prepared-card.ts';
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
  /** Your back end, which calls POST /payin with the secret key and answers what that answered. */
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
 * `payin` as the back end answered it; its status is not the outcome of the sale where that is
 * still open: the outcome comes by webhook.
 */
export type ProcessResult = { payin: PayinAnswer; prepared: PreparedCard; threeDS: ThreeDSOutcome };

/**
 * `processCardPayment` of one client: prepare, merchant's endpoint, challenge; one at a time.
 * Called again for the order that is under way it gives the same promise; for another one, and
 * where the input cannot be a payment, it rejects with `INVALID_ARGUMENT` before anything is
 * tokenized.
 */
export function createProcessCardPayment(flows: {
  prepareDirect: (input: PrepareInput) => Promise<PreparedCard>;
  prepareHosted: (input: PrepareInput) => Promise<PreparedCard>;
  handlePending: (payin: PayinAnswer, options: HandlePendingOptions) => Promise<PendingOutcome>;
}): (input: ProcessInput) => Promise<ProcessResult> {
  let running: { order: string; result: Promise<ProcessResult> } | null = null;

  async function run(input: ProcessInput): Promise<ProcessResult> {
    const { signal } = input;
    const prepared = await prepare(input);
    const { amount, referenceId, customer, items, isPhysicalProduct } = input;
    const base = { amount, referenceId, customer, items, isPhysicalProduct };
    const element = 'element' in input ? input.element : undefined;
    const payin = await askEndpoint(input, buildPayinPayload(base, prepared)).catch(
      async (thrown) => {
        await tellElement(element, toErrorData(thrown));
        throw thrown;
      },
    );
    if (payin.threeDSecurePending !== true) {
      await tellElement(element, payin);
      return { payin, prepared, threeDS: prepared.threeDS };
    }
    try {
      const { threeDS } = await flows.handlePending(payin, {
        ...('element' in input ? { element: input.element } : { card: input.card }),
        hosted: input.mode !== 'direct',
        signal,
      });
      return { payin, prepared, threeDS };
    } catch (thrown) {
      throw withPayin(thrown, payin);
    }
  }

  function prepare(input: ProcessInput): Promise<PreparedCard> {
    const { signal } = input;
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

  return async (input) => {
    assertPayment(input);
    const order = JSON.stringify([input.referenceId, input.amount]);
    running ??= {
      order,
      result: run(input).finally(() => {
        running = null;
      }),
    };
    if (running.order !== order) {
      throw wrong('referenceId', 'is of another order than the one that is being paid; await that');
    }
    return running.result;
  };
}

/** What a caller without types may get wrong; the values are checked where they are sent. */
function assertPayment(input: unknown): asserts input is ProcessInput {
  const given = Object(input);
  if (!Number.isInteger(given.amount) || given.amount < 1) {
    throw wrong('amount', 'must be an integer in centavos');
  }
  if (typeof given.referenceId !== 'string' || given.referenceId === '') {
    throw wrong('referenceId', 'must be your identifier of the order');
  }
  for (const option of ['amount', 'referenceId']) {
    // An element of a page's own making may not tell.
    const shown = given.element?.[option];
    if (shown === undefined || shown === given[option]) continue;
    throw wrong(option, 'is not what the element was given: tell it first, by element.update()');
  }
  if (!given.element && !given.card) throw wrong('element', 'or card must say what is paid with');
  if (!given.endpoint || !['string', 'function'].includes(typeof given.endpoint)) {
    throw wrong('endpoint', 'must be a URL of your server, or a function');
  }
}

function wrong(field: string, message: string): CheckoutError {
  return new CheckoutError(
    errorData('INVALID_ARGUMENT', `processCardPayment: ${field} ${message}`, { field }),
  );
}

/** The charge exists: after this error nobody may charge again before the webhook has told. */
function withPayin(thrown: unknown, payin: PayinAnswer): CheckoutError {
  const data = withDetails(toErrorData(thrown), { payinId: payin.id });
  const message = `${data.message} (payin ${payin.id} exists; its outcome comes by webhook)`;
  return new CheckoutError({ ...data, message }, { cause: thrown });
}
