import { toErrorData } from '../../contract/errors/checkout-error.ts';
import type { ClientSettings } from './client-settings.ts';

/** Tells the merchant's logger how long a phase took and how it ended; never what it carried. */
export async function timed<Result>(
  { logger }: ClientSettings,
  phase: string,
  work: Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const tell = (code: string | null) => {
    try {
      logger({ phase, durationMs: Math.round(performance.now() - startedAt), code });
    } catch {
      // A merchant's logger must not fail a payment.
    }
  };
  try {
    const result = await work;
    tell(null);
    return result;
  } catch (thrown) {
    tell(toErrorData(thrown).code);
    throw thrown;
  }
}
