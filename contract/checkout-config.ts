import * as z from 'zod/mini';
import { installmentTableSchema } from './card/installment-plan.ts';
import { consentTextSchema } from './card/saved-card.ts';
import { publicAccountSchema } from './payments/account.ts';

/** Hosts a provider's script needs, as content security policy sources. */
const providerHostsSchema = z.object({
  script: z.array(z.string()),
  connect: z.array(z.string()),
  frame: z.array(z.string()),
});

const threeDSSchema = z.union([
  z.object({
    enabled: z.literal(true),
    flow: z.enum(['pre-order', 'post-order']),
    sdkUrl: z.string(),
    provider: z.string(),
    hosts: providerHostsSchema,
    needsCard: z.optional(z.boolean()),
  }),
  z.object({ enabled: z.literal(false) }),
]);

/**
 * What a frame's document holds in place of a configuration where it shows nothing: why, and
 * nothing of any account. `UNAUTHORIZED`: a key that is unknown or revoked.
 * `ORIGIN_NOT_REGISTERED`: the page around it is none of those that may embed the account's frame.
 */
export type FrameRefusal = { refused: 'UNAUTHORIZED' | 'ORIGIN_NOT_REGISTERED' };

/** @internal */
export const checkoutConfigSchema = z.extend(publicAccountSchema, {
  capabilities: z.extend(publicAccountSchema.shape.capabilities, {
    threeDS: threeDSSchema,
    antifraud: z.object({ enabled: z.boolean(), device: z.optional(z.literal(true)) }),
  }),
  checkoutUrl: z.string(),
  threeDSStageUrl: z.string(),
  origins: z.array(z.string()),
  maxInstallments: z.number(),
  installmentTable: z.optional(installmentTableSchema),
  savedCards: z.optional(z.object({ text: consentTextSchema, isCvvAsked: z.boolean() })),
});
