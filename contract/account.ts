import * as z from 'zod/mini';

export const KYC_STATUSES = [
  'approved',
  'pending',
  'rejected',
  'needs_more_info',
  'not_submitted',
] as const;

const off = z.object({ enabled: z.literal(false) });

/** What the account's checkout can do; an unavailable feature is `{ enabled: false }` alone. */
export const capabilitiesSchema = z.object({
  tokenization: z.union([
    z.object({
      enabled: z.literal(true),
      mode: z.enum(['backend', 'vault']),
      cardOnFile: z.boolean(),
      cvvRequired: z.boolean(),
    }),
    off,
  ]),
  threeDS: z.union([
    z.object({ enabled: z.literal(true), flow: z.enum(['pre-order', 'post-order']) }),
    off,
  ]),
  antifraud: z.object({ enabled: z.boolean() }),
});

export type Capabilities = z.infer<typeof capabilitiesSchema>;

const identity = {
  companyId: z.string(),
  companyName: z.string(),
  kycStatus: z.enum(KYC_STATUSES),
  blocked: z.boolean(),
  canTransact: z.boolean(),
  reason: z.nullable(z.enum(['KYC_NOT_APPROVED', 'COMPANY_BLOCKED'])),
  paymentMethods: z.array(z.enum(['pix', 'credit_card', 'boleto', 'open_finance'])),
  capabilities: capabilitiesSchema,
};

/** The account as the public key may see it. Source: spec, "Account identity record". */
export const publicAccountSchema = z.object({ scope: z.literal('public'), ...identity });

/** The account as its owner sees it. Source: spec, "Account identity record". */
export const companyAccountSchema = z.object({
  scope: z.literal('company'),
  ...identity,
  tradeName: z.nullable(z.string()),
  document: z.nullable(z.string()),
});

export type PublicAccount = z.infer<typeof publicAccountSchema>;
export type CompanyAccount = z.infer<typeof companyAccountSchema>;
