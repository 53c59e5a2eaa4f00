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

const bounds = z.object({ min: z.number(), max: z.number() });

/**
 * What those who serve the account ask for beyond what every request has: fields of the payer, and
 * bounds of `expiresInSeconds` and of the days until `dueDate`, which is today at the soonest.
 */
export const paymentTermsSchema = z.object({
  pix: z.optional(z.object({ requiredFields: z.array(z.string()), expiresInSeconds: bounds })),
  boleto: z.optional(z.object({ requiredFields: z.array(z.string()), daysUntilDue: bounds })),
});

export type PaymentTerms = z.infer<typeof paymentTermsSchema>;

/**
 * The account as its owner sees it. Source: spec, "Account identity record", but for
 * `paymentTerms`, which has the methods that are in `paymentMethods`.
 */
export const companyAccountSchema = z.object({
  scope: z.literal('company'),
  ...identity,
  paymentTerms: paymentTermsSchema,
  tradeName: z.nullable(z.string()),
  document: z.nullable(z.string()),
});

export type PublicAccount = z.infer<typeof publicAccountSchema>;
export type CompanyAccount = z.infer<typeof companyAccountSchema>;
