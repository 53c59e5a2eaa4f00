import type { CheckoutError } from '../../contract/checkout-error.ts';
import type { PreparedCard } from '../payment/prepared-card.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import { timed } from '../shared/timed.ts';

export type Submission = {
  submit: (options?: { signal?: AbortSignal }) => Promise<PreparedCard>;
  isRunning: () => boolean;
};

/** Submits one at a time: a call while one runs gets the promise of that one. */
export function createSubmission(
  settings: ClientSettings,
  prepare: (signal: AbortSignal | undefined) => Promise<PreparedCard>,
  onPrepared: (prepared: PreparedCard) => void,
  onFailed: (error: CheckoutError) => void,
): Submission {
  let running: Promise<PreparedCard> | null = null;
  return {
    isRunning: () => running !== null,
    submit({ signal } = {}) {
      if (running !== null) return running;
      running = timed(settings, 'submit', prepare(signal)).then(
        (prepared) => {
          running = null;
          onPrepared(prepared);
          return prepared;
        },
        (error: CheckoutError) => {
          running = null;
          onFailed(error);
          throw error;
        },
      );
      // Merchants who use the callbacks alone must not see unhandled rejections.
      running.catch(() => undefined);
      return running;
    },
  };
}
