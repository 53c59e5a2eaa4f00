import * as z from 'zod/mini';
import { THREEDS_FAILURE_REASONS } from '../../../contract/card/three-d-secure.ts';

const resultSchema = z.union([
  z.object({ kind: z.literal('open') }),
  z.object({
    kind: z.enum(['authenticated', 'attempted']),
    eci: z.string(),
    cavv: z.string(),
    dsTransactionId: z.string(),
    version: z.string(),
    isChallenged: z.boolean(),
  }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(THREEDS_FAILURE_REASONS),
    isChallenged: z.exactOptional(z.boolean()),
  }),
]);
export type Result = z.infer<typeof resultSchema>;

const challengeSchema = z.object({
  acsTransID: z.string(),
  lastFour: z.string(),
  /** The right code leads to it; null where every code is refused. */
  proven: z.nullable(resultSchema),
  wrongCodes: z.number(),
  /** Counts the pages shown: an answer to an older page, sent again by a browser, is no answer. */
  turn: z.number(),
});
export type Challenge = z.infer<typeof challengeSchema>;

export const transactionSchema = z.object({
  companyId: z.string(),
  /** The browser proves itself with it. */
  session: z.string(),
  /** By the account's clock. */
  expiresAt: z.string(),
  merchantName: z.string(),
  amount: z.number(),
  /** The card's number; forgotten once the bank has decided what to do with it. */
  number: z.nullable(z.string()),
  isMethodDone: z.boolean(),
  /** Where the provider's script runs: the one origin that notification pages speak to. */
  origin: z.nullable(z.string()),
  /** Null unless the bank asks, or asked, the buyer. */
  challenge: z.nullable(challengeSchema),
  result: resultSchema,
});
export type Transaction = z.infer<typeof transactionSchema>;

/** A browser may know no proof and no reason. */
export function toProgress({ result }: Transaction) {
  const cancelled = result.kind === 'failed' && result.reason === 'cancelled';
  return { transStatus: transStatusOf(result), cancelled };
}

function transStatusOf(result: Result): 'Y' | 'A' | 'N' | 'U' | 'R' | 'C' {
  if (result.kind === 'open') return 'C';
  if (result.kind !== 'failed') return result.kind === 'authenticated' ? 'Y' : 'A';
  switch (result.reason) {
    case 'cancelled':
    case 'not_authenticated':
      return 'N';
    case 'rejected':
      return 'R';
    default:
      return 'U';
  }
}
