import * as z from 'zod/mini';
import { cardWithoutCvvSchema } from '../../../contract/card.ts';
import type { AuthenticationResult } from '../../providers/three-d-secure-provider.ts';
import type { ARes } from './authentication-message.ts';
import { aresSchema } from './authentication-message.ts';
import { readMessage } from './message-text.ts';
import type { RReq } from './results-message.ts';
import { rreqSchema } from './results-message.ts';

/** One authentication as the 3DS Server keeps it. Messages lie here as they were received. */
export const transactionSchema = z.object({
  companyId: z.string(),
  reference: z.string(),
  /** What the browser proves itself with. */
  session: z.string(),
  /** By the account's clock. */
  expiresAt: z.string(),
  merchantName: z.string(),
  amount: z.number(),
  /** Forgotten once the bank was asked. */
  card: z.nullable(cardWithoutCvvSchema),
  method: z.enum(['none', 'answers', 'silent']),
  isMethodDone: z.boolean(),
  /** Where the provider's script runs: the one origin that notification pages speak to. */
  origin: z.nullable(z.string()),
  /** ARes or Erro. */
  answer: z.nullable(z.string()),
  /** RReq: the end of a challenge. */
  results: z.nullable(z.string()),
  /** Ended before the bank was asked. */
  isCancelled: z.boolean(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** The ARes of a transaction; null before it, and where the answer was an Erro. */
export function aresOf({ answer }: Transaction): ARes | null {
  if (answer === null) return null;
  const ares = readMessage(aresSchema, answer);
  return ares.isValid ? ares.message : null;
}

export function resultsOf({ results }: Transaction): RReq | null {
  if (results === null) return null;
  const rreq = readMessage(rreqSchema, results);
  return rreq.isValid ? rreq.message : null;
}

/** What a transaction came to: by its RReq where there was a challenge, else by its ARes. */
export function toResult(transaction: Transaction): AuthenticationResult {
  if (transaction.isCancelled) return { kind: 'failed', reason: 'cancelled' };
  const rreq = resultsOf(transaction);
  if (rreq !== null) return withChallenge(toOutcome(rreq), true);
  if (transaction.answer === null) return { kind: 'open' };
  const ares = aresOf(transaction);
  if (ares === null) return { kind: 'failed', reason: 'error' };
  if (ares.transStatus === 'C') return { kind: 'open' };
  return withChallenge(toOutcome(ares), false);
}

type Outcome = Exclude<AuthenticationResult, { kind: 'referenced' }>;

function withChallenge(outcome: Outcome, isChallenged: boolean): AuthenticationResult {
  return outcome.kind === 'open' ? outcome : { ...outcome, isChallenged };
}

/**
 * Reasons that say this card, or this device, cannot be authenticated: unsupported device, no card
 * record, not enrolled. Source: reference, transStatusReason.
 */
const NOT_SUPPORTED: ReadonlySet<string | undefined> = new Set(['03', '08', '13']);

function toOutcome(message: ARes | RReq): Outcome {
  const { transStatus, transStatusReason, authenticationValue, eci } = message;
  switch (transStatus) {
    case 'Y':
    case 'A':
      if (authenticationValue === undefined || eci === undefined) {
        return { kind: 'failed', reason: 'error' };
      }
      return {
        kind: transStatus === 'Y' ? 'authenticated' : 'attempted',
        eci,
        cavv: authenticationValue,
        dsTransactionId: message.dsTransID,
        version: message.messageVersion,
      };
    case 'N':
      return toFailure('challengeCancel' in message ? message.challengeCancel : undefined);
    case 'R':
      return { kind: 'failed', reason: 'rejected' };
    case 'U':
      return {
        kind: 'failed',
        reason: NOT_SUPPORTED.has(transStatusReason) ? 'not_supported' : 'unavailable',
      };
    case 'C':
      return { kind: 'failed', reason: 'error' };
    default:
      return neverStatus(transStatus);
  }
}

/**
 * Decision: a challenge that ran out of time at the bank refused nothing, so it stays open here
 * until the service's own clock calls it expired.
 */
function toFailure(challengeCancel: RReq['challengeCancel']): Outcome {
  if (challengeCancel === undefined) return { kind: 'failed', reason: 'not_authenticated' };
  if (challengeCancel === '01') return { kind: 'failed', reason: 'cancelled' };
  const isTimeout = challengeCancel === '04' || challengeCancel === '05';
  return isTimeout ? { kind: 'open' } : { kind: 'failed', reason: 'error' };
}

function neverStatus(transStatus: never): never {
  throw new Error(`a status is not handled: ${String(transStatus)}`);
}
