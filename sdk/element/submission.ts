import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import { timed } from '../shared/timed.ts';

export type Submission<Result> = {
  submit: (options?: { signal?: AbortSignal }) => Promise<Result>;
  isRunning: () => boolean;
};

/** Submits one at a time: a call while one runs gets the promise of that one. */
export function createSubmission<Result>(
  settings: ClientSettings,
  work: (signal: AbortSignal | undefined) => Promise<Result>,
  onResult: (result: Result) => void,
  onFailed: (error: CheckoutError) => void,
): Submission<Result> {
  let running: Promise<Result> | null = null;
  return {
    isRunning: () => running !== null,
    submit({ signal } = {}) {
      if (running !== null) return running;
      running = timed(settings, 'submit', work(signal)).then(
        (result) => {
          running = null;
          onResult(result);
          return result;
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
