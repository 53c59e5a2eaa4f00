import * as z from 'zod/mini';
import { cardSchema } from '../card.ts';
import { installmentsSchema } from '../installment.ts';
import { shownPlanSchema } from '../installment-plan.ts';
import { centavosSchema } from '../money.ts';
import { referenceIdSchema } from '../reference-id.ts';
import type { PendingThreeDS } from '../three-d-secure.ts';
import { pendingThreeDSSchema } from '../three-d-secure.ts';
import type { CardSubmitResult } from './card-calls.ts';

/**
 * A card payment to prepare, with the card as the page has it: the frame brings it into this shape
 * and then parses it. `amount` in centavos.
 * @internal
 */
export const hostedPrepareSchema = z.object({
  amount: centavosSchema,
  installments: installmentsSchema,
  installmentPlan: z.optional(shownPlanSchema),
  referenceId: referenceIdSchema,
  card: cardSchema,
});

/** An authentication to run: of a token before the order, or the open action of a payin. */
export type HostedAuthenticate = {
  token?: string | undefined;
  pending?: PendingThreeDS | undefined;
  /** Who pays, as the page has them; read where the provider's script asks for them. */
  customer?: unknown;
  /** Room the page has for a challenge, in CSS pixels: the hidden frame itself cannot know. */
  viewport: { width: number; height: number };
};

/** @internal */
export const hostedAuthenticateSchema = z.object({
  token: z.optional(z.string().check(z.maxLength(200))),
  pending: z.optional(pendingThreeDSSchema),
  customer: z.optional(z.unknown()),
  viewport: z.object({ width: z.number(), height: z.number() }),
});

/** `referenceId`: what goes into `payinCard.threeDSecure` before the order. */
export type AuthenticationOutcome = {
  referenceId: string;
  status: 'AUTHENTICATED' | 'ATTEMPTED';
};

/** What a prepared card and its authentication give the page; null where none was needed. */
export type HostedPrepareResult = CardSubmitResult & { threeDS: AuthenticationOutcome | null };

/** The calls the hosted frame serves. */
export type HostedCalls = {
  /**
   * Antifraud, token and, where the account wants it before the order, 3-D Secure. The argument is
   * the page's own input with `viewport`, as in `authenticate`.
   */
  prepare: { argument: unknown; result: HostedPrepareResult };
  /** Runs one authentication; shows the challenge when the bank asks for one. */
  authenticate: { argument: HostedAuthenticate; result: AuthenticationOutcome };
  /** The page's Escape key: the frame asks the buyer whether to give up. */
  askToClose: { argument: Record<string, never>; result: null };
  /** Has the antifraud's script see the device; answers once it has run. */
  device: { argument: { sessionId: string }; result: null };
  /** Answers where the frame would serve this page; changes nothing. */
  check: { argument: Record<string, never>; result: null };
  /** Ends what runs; an authentication ends as cancelled. */
  cancel: { argument: Record<string, never>; result: null };
};

/**
 * What the hosted frame tells the page unasked. `challenge`: show the dialog, so many CSS pixels
 * large, the bank's window and the frame's own bar above it together (0 by 0: the whole screen).
 */
export type HostedEvent =
  | { type: 'challenge'; width: number; height: number }
  | { type: 'challenge-end' }
  | { type: 'flooded' }
  | { type: 'bye' };
