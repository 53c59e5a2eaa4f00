import * as z from 'zod/mini';
import { publicAccountSchema } from './account.ts';
import type { InstallmentTable } from './installment-plan.ts';
import { installmentTableSchema } from './installment-plan.ts';

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
 * What a browser may know of an account: `GET /checkout/config` with the public key.
 * `checkoutUrl`: origin of the hosted frame; `threeDSStageUrl`: of the document for 3-D Secure.
 * `origins`: the merchant's pages that may embed the frame, exact; empty means none registered, so
 * that any page may embed it in the sandbox.
 * `needsCard`: the provider's script is given the card, without its CVV, and who pays.
 * `maxInstallments`: the account's own limit. `installmentTable`: what its installments cost; left
 * out where none has interest and any amount may be divided.
 */
export type CheckoutConfig = {
  scope: 'public';
  companyId: string;
  companyName: string;
  kycStatus: 'approved' | 'pending' | 'rejected' | 'needs_more_info' | 'not_submitted';
  blocked: boolean;
  canTransact: boolean;
  reason: 'KYC_NOT_APPROVED' | 'COMPANY_BLOCKED' | null;
  paymentMethods: ('pix' | 'credit_card' | 'boleto' | 'open_finance')[];
  capabilities: {
    tokenization:
      | { enabled: true; mode: 'backend' | 'vault'; cardOnFile: boolean; cvvRequired: boolean }
      | { enabled: false };
    threeDS:
      | {
          enabled: true;
          flow: 'pre-order' | 'post-order';
          sdkUrl: string;
          provider: string;
          hosts: { script: string[]; connect: string[]; frame: string[] };
          needsCard?: boolean | undefined;
        }
      | { enabled: false };
    /** `device`: an outside party's script is to see the device under the session. */
    antifraud: { enabled: boolean; device?: true | undefined };
  };
  checkoutUrl: string;
  threeDSStageUrl: string;
  origins: string[];
  maxInstallments: number;
  installmentTable?: InstallmentTable | undefined;
};

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
});
