import * as z from 'zod/mini';
import { cardSchema } from '../card.ts';
import { installmentsSchema } from '../installment.ts';
import { centavosSchema } from '../money.ts';
import { referenceIdSchema } from '../reference-id.ts';
import type { CardSubmitResult } from './card-calls.ts';

/**
 * A card payment to prepare, with the card as the page has it: the frame brings it into this shape
 * and then parses it. `amount` in centavos.
 */
export const hostedPrepareSchema = z.object({
  amount: centavosSchema,
  installments: installmentsSchema,
  referenceId: referenceIdSchema,
  card: cardSchema,
});

/** The calls the hidden hosted frame serves. */
export type HostedCalls = {
  prepare: { argument: unknown; result: CardSubmitResult };
  cancel: { argument: Record<string, never>; result: null };
};

/** What the hosted frame tells the page unasked. */
export type HostedEvent = { type: 'flooded' } | { type: 'bye' };
