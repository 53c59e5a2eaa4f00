import { type ErrorData, toErrorData } from '../contract/checkout-error.ts';
import { asCheckoutError, checkoutError } from './checkout-error.ts';
import type { ClientSettings } from './client-settings.ts';
import { type HostedDialog, openHostedDialog } from './hosted-dialog.ts';
import { type PreparedCard, type PrepareInput, toPreparedCard } from './prepared-card.ts';

const PREPARE_DEADLINE_MS = 20_000;

export type HostedPreparation = {
  prepare: (input: PrepareInput) => Promise<PreparedCard>;
  close: (reason: ErrorData) => void;
};

/**
 * `prepareCardPaymentHosted` of one client, with its one hidden frame: opened at the first call,
 * kept for the next, opened anew after it was lost. Calls run one after the other.
 */
export function createHostedPreparation(settings: ClientSettings): HostedPreparation {
  const { locale } = settings;
  let dialog: HostedDialog | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function prepare(input: PrepareInput): Promise<PreparedCard> {
    const run = last.then(() => send(input));
    last = run.catch(() => undefined);
    return run;
  }

  async function send({ signal, ...input }: PrepareInput): Promise<PreparedCard> {
    if (signal?.aborted) throw checkoutError('ABORTED', 'the call was aborted', locale);
    dialog ??= openHostedDialog(settings, () => {
      dialog = null;
    });
    try {
      const channel = await dialog.channel;
      const result = await channel
        .call('prepare', input, { deadlineMs: PREPARE_DEADLINE_MS, phase: 'prepare', signal })
        .catch((thrown) => {
          const { code } = toErrorData(thrown);
          if (code === 'ABORTED' || code === 'TIMEOUT') {
            channel
              .call('cancel', {}, { deadlineMs: 1_000, phase: 'cancel' })
              .catch(() => undefined);
          }
          throw thrown;
        });
      return toPreparedCard(result);
    } catch (thrown) {
      throw asCheckoutError(thrown, locale);
    }
  }

  return {
    prepare,
    close(reason) {
      dialog?.close(reason);
      dialog = null;
    },
  };
}
