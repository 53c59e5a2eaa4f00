import * as z from 'zod/mini';
import { LOCALES } from '../locale.ts';

/**
 * One run of the provider's script. The stage takes no address from anybody: the script it loads
 * is the one its own document names for this account.
 */
export const stageRunSchema = z.object({
  provider: z.string().check(z.maxLength(50)),
  session: z.string().check(z.maxLength(4096)),
  transactionId: z.string().check(z.maxLength(200)),
  windowSize: z.enum(['01', '02', '03', '04', '05']),
  locale: z.enum(LOCALES),
});
export type StageRun = z.infer<typeof stageRunSchema>;

/** The calls the 3DS stage serves to the hosted document. */
export type StageCalls = {
  /** Loads the script and runs it; resolves when the provider's script says it is done (a hint). */
  run: { argument: StageRun; result: { outcome: 'done' | 'cancelled' } };
  cancel: { argument: Record<string, never>; result: null };
};

/** What the stage tells the hosted document unasked. */
export type StageEvent =
  | { type: 'challenge'; width: number; height: number }
  | { type: 'challenge-end' }
  | { type: 'flooded' }
  | { type: 'bye' };
