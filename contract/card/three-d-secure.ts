import * as z from 'zod/mini';
import { mustMatch } from '../errors/broken-rule.ts';
import { lineOfText } from '../text.ts';
import { deviceSignalsSchema } from './antifraud.ts';
import { threeDSPayerSchema } from './three-d-secure-payer.ts';

/** @internal */
export const pendingThreeDSSchema = z.object({
  threeDSecurePending: z.literal(true),
  threeDSecureSession: z.string(),
  threeDSecureTransactionId: z.string(),
  threeDSecureSdkUrl: z.string(),
  threeDSecureProvider: z.string(),
  threeDSecureAction: z.object({
    type: z.string(),
    session_id: z.string(),
    expires_at: z.string(),
  }),
});

/**
 * `POST /checkout/three-d-secure-sessions` (public key): opens the authentication of a token before
 * the order. 201 with `PendingThreeDS`. The token stays unusable until it ends well. `device`,
 * `payer`: for a provider whose server is told of them.
 * @internal
 */
export const threeDSSessionRequestSchema = z.object({
  token: lineOfText(200),
  device: z.optional(deviceSignalsSchema),
  payer: z.optional(threeDSPayerSchema),
});

export const THREEDS_FAILURE_REASONS = [
  'cancelled',
  'not_authenticated',
  'rejected',
  'not_supported',
  'unavailable',
  'error',
] as const;
export type ThreeDSFailureReason = (typeof THREEDS_FAILURE_REASONS)[number];

/**
 * How an authentication stands, as the service knows it from the provider's server.
 * `OPEN`: the provider has not decided. `AUTHENTICATED` and `ATTEMPTED`: the cardholder was
 * authenticated; nothing is approved by that. `FAILED`: with `reason`. `EXPIRED`: out of time; the
 * card was not refused.
 * @internal
 */
export const threeDSStateSchema = z.object({
  id: z.string(),
  status: z.enum(['OPEN', 'AUTHENTICATED', 'ATTEMPTED', 'FAILED', 'EXPIRED']),
  reason: z.nullable(z.enum(THREEDS_FAILURE_REASONS)),
  /** Milliseconds left by the service's clock; 0 when it is over. */
  remainingMs: z.number(),
  /** The payin it belongs to after the order; null before it. */
  payinId: z.nullable(z.string()),
  /** Only in answer to `ready`: what the script needs to have the bank ask the buyer. */
  session: z.optional(z.string()),
});
/** @internal */
export type ThreeDSState = z.infer<typeof threeDSStateSchema>;

/**
 * `POST /checkout/three-d-secure-sessions/{id}/complete` (public key): the browser says it is done;
 * 200 with `ThreeDSState`. What it says is a hint: the service asks the provider. `ready`: a script
 * whose provider's server is asked in between knows the device; answered with `session`, or with an
 * end where the bank asks nothing. `cancelled`: the buyer closed the challenge, which ends it.
 * `failed`: the browser could not run it (script, frame); before the order the token is revoked,
 * after it the payin waits for its time to run out. Idempotent: a second report gets the same
 * state. `providerReference`: the provider's own name for what came of it, with `done`, where the
 * acquirer is the one that verifies it; refused otherwise.
 * @internal
 */
export const threeDSCompletionSchema = z.object({
  outcome: z.enum(['ready', 'done', 'cancelled', 'failed']),
  providerReference: z.optional(
    z.string().check(
      ...mustMatch(/^[\w-]{1,100}$/, 'characters', {
        allowed: 'A-Z a-z 0-9 _ -',
        min: 1,
        max: 100,
      }),
    ),
  ),
});
/** @internal */
export type ThreeDSCompletion = z.infer<typeof threeDSCompletionSchema>;
