import * as z from 'zod/mini';
import { cardWithoutCvvSchema } from '../card.ts';
import { LOCALES } from '../locale.ts';
import { threeDSPayerSchema } from '../three-d-secure-payer.ts';

/**
 * One run of the provider's script. The stage takes no address from anybody: the script it loads
 * is the one its own document names for this account. `card` and `payer`: only for a script that
 * needs them, and never with a CVV.
 */
export const stageRunSchema = z.object({
  provider: z.string().check(z.maxLength(50)),
  session: z.string().check(z.maxLength(4096)),
  transactionId: z.string().check(z.maxLength(200)),
  windowSize: z.enum(['01', '02', '03', '04', '05']),
  locale: z.enum(LOCALES),
  card: z.optional(cardWithoutCvvSchema),
  payer: z.optional(threeDSPayerSchema),
});
export type StageRun = z.infer<typeof stageRunSchema>;

/** The calls the 3DS stage serves to the hosted document. */
export type StageCalls = {
  /** Loads the script and runs it; resolves when the provider's script says it is done (a hint). */
  run: {
    argument: StageRun;
    result: { outcome: 'done' | 'cancelled'; providerReference?: string | undefined };
  };
  cancel: { argument: Record<string, never>; result: null };
};

/** What the stage tells the hosted document unasked. */
export type StageEvent =
  | { type: 'challenge'; width: number; height: number }
  | { type: 'challenge-end' }
  | { type: 'flooded' }
  | { type: 'bye' };
