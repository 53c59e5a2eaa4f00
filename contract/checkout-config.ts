import * as z from 'zod/mini';
import { publicAccountSchema } from './account.ts';

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
  }),
  z.object({ enabled: z.literal(false) }),
]);

/**
 * What a browser may know of an account: `GET /checkout/config` with the public key.
 * `checkoutUrl`: origin of the hosted frame; `threeDSStageUrl`: of the 3DS stage. `origins`: the merchant origins registered for the
 * account, exact; empty means none registered, so any page may embed the frame in the sandbox.
 * `maxInstallments`: the account's own limit.
 */
export const checkoutConfigSchema = z.extend(publicAccountSchema, {
  capabilities: z.extend(publicAccountSchema.shape.capabilities, { threeDS: threeDSSchema }),
  checkoutUrl: z.string(),
  threeDSStageUrl: z.string(),
  origins: z.array(z.string()),
  maxInstallments: z.number(),
});

export type CheckoutConfig = z.infer<typeof checkoutConfigSchema>;
