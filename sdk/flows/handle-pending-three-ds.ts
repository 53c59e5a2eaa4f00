import {
  CheckoutError,
  errorData,
  toErrorData,
  withOutcome,
} from '../../contract/errors/checkout-error.ts';
import type { CardInput } from '../card-flow/card-input.ts';
import { readPendingThreeDS } from '../card-flow/pending-three-ds.ts';
import type { CardElement } from '../element/card-element.ts';
import type { CustomerInput } from '../payment/customer-input.ts';
import type { AnyPayin, PaymentAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import { authenticateInPage } from './authenticate-in-page.ts';
import type { FlowTools } from './flow-tools.ts';
import type { HostedFrame } from './hosted-frame.ts';

/** What `handlePendingThreeDS` takes besides the payin: the card again, or the mounted element. */
export type HandlePendingOptions = {
  /** What `mountCardElement` gave, where the card was typed there: it is told how it ended. */
  element?: CardElement;
  /** What the buyer typed into fields of your own, once more. */
  card?: CardInput;
  /** Who pays, as the payin has it. */
  customer?: CustomerInput;
  /** In centavos, as the payin has it. */
  amount?: number;
  /** As the payin has it. */
  installments?: number;
  /**
   * Where the provider's script runs: in the hosted frame, or in the page. Left out, it is where
   * the card was prepared; after a reload, which nobody remembers it through, the hosted frame.
   */
  hosted?: boolean;
  /** Gives the challenge up: it rejects with `ABORTED`. */
  signal?: AbortSignal | undefined;
};

/** An element of either kind is told how it ended. */
type InnerOptions = Omit<HandlePendingOptions, 'element'> & {
  element?: Pick<CardElement, 'conclude'>;
};

/** `handlePendingThreeDS` of one client: one challenge a payin, however often it is asked for. */
export function createPendingThreeDS(
  tools: FlowTools,
  hosted: HostedFrame,
): (payin: AnyPayin, options: InnerOptions) => Promise<PendingOutcome> {
  const running = new Map<string, Promise<PendingOutcome>>();

  async function run(payin: AnyPayin, options: InnerOptions): Promise<PendingOutcome> {
    const pending = readPendingThreeDS(payin);
    const { signal, element } = options;
    try {
      const { status } =
        options.hosted || element
          ? await hosted.authenticate({ pending }, signal)
          : await authenticateInPage(tools, { pending }, { signal });
      return { payinId: payin.id, threeDS: { skipped: false, status } };
    } catch (thrown) {
      const error = behindOrder(thrown);
      await tellElement(element, error);
      throw error;
    } finally {
      void tellElement(element, { id: payin.id, threeDSecurePending: false });
    }
  }

  return async (payin, options) => {
    if (typeof payin !== 'object' || payin === null || typeof payin.id !== 'string') {
      const message = 'handlePendingThreeDS takes the whole answer of POST /payin';
      throw new CheckoutError(errorData('INVALID_ARGUMENT', message, { field: 'payin' }));
    }
    const isTold = tellElement(options.element, payin);
    if (payin.threeDSecurePending !== true) {
      await isTold;
      return { payinId: payin.id, threeDS: { skipped: true, status: null } };
    }
    const known = running.get(payin.id);
    if (known !== undefined) return known;
    const started = run(payin, options).finally(() => running.delete(payin.id));
    running.set(payin.id, started);
    return started;
  };
}

/** After these the challenge was settled, or never begun: nothing can have been charged by it. */
const SETTLED = [
  'THREEDS_FAILED',
  'THREEDS_EXPIRED',
  'THREEDS_SDK_UNAVAILABLE',
  'INVALID_ARGUMENT',
  'INVALID_DATA',
];

/** The order exists: where the end of its challenge got lost, so did what came of the charge. */
function behindOrder(thrown: unknown): CheckoutError {
  const data = toErrorData(thrown);
  const outcome = SETTLED.includes(data.code) ? data.outcome : 'unknown';
  return new CheckoutError(withOutcome(data, outcome), { cause: thrown });
}

/** An element of a page's own making, or of another release, may know no `conclude`. */
export async function tellElement(
  element: Partial<CardElement> | undefined,
  answer: PaymentAnswer,
): Promise<void> {
  await element?.conclude?.(answer).catch(() => undefined);
}
