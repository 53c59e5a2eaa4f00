import { CheckoutError, errorData } from '../../contract/checkout-error.ts';
import type { CardInput } from '../card-flow/card-input.ts';
import { readPendingThreeDS } from '../card-flow/pending-three-ds.ts';
import type { CardElement } from '../element/card-element.ts';
import type { CustomerInput } from '../payment/customer-input.ts';
import type { PayinAnswer, PendingOutcome } from '../payment/payin-answer.ts';
import { authenticateInPage } from './authenticate-in-page.ts';
import type { FlowTools } from './flow-tools.ts';
import type { HostedFrame } from './hosted-frame.ts';

/** What `handlePendingThreeDS` takes besides the payin: the card again, or the mounted element. */
export type HandlePendingOptions = {
  element?: CardElement;
  card?: CardInput;
  customer?: CustomerInput;
  amount?: number;
  installments?: number;
  /**
   * Where the provider's script runs: in the hosted frame, or in the page. Left out, it is where
   * the card was prepared.
   */
  hosted?: boolean;
  signal?: AbortSignal | undefined;
};

/** `handlePendingThreeDS` of one client: one challenge a payin, however often it is asked for. */
export function createPendingThreeDS(
  tools: FlowTools,
  hosted: HostedFrame,
): (payin: PayinAnswer, options: HandlePendingOptions) => Promise<PendingOutcome> {
  const running = new Map<string, Promise<PendingOutcome>>();

  async function run(payin: PayinAnswer, options: HandlePendingOptions): Promise<PendingOutcome> {
    const pending = readPendingThreeDS(payin);
    const { signal } = options;
    const { status } =
      options.hosted || options.element
        ? await hosted.authenticate({ pending }, signal)
        : await authenticateInPage(tools, { pending }, signal);
    return { payinId: payin.id, threeDS: { skipped: false, status } };
  }

  return async (payin, options) => {
    if (typeof payin !== 'object' || payin === null || typeof payin.id !== 'string') {
      const message = 'handlePendingThreeDS takes the whole answer of POST /payin';
      throw new CheckoutError(errorData('INVALID_ARGUMENT', message, { field: 'payin' }));
    }
    if (payin.threeDSecurePending !== true) {
      return { payinId: payin.id, threeDS: { skipped: true, status: null } };
    }
    const known = running.get(payin.id);
    if (known !== undefined) return known;
    const started = run(payin, options).finally(() => running.delete(payin.id));
    running.set(payin.id, started);
    return started;
  };
}
