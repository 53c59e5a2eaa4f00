import * as z from 'zod/mini';
import { MAX_INSTALLMENTS } from '../../../contract/card/installment.ts';
import { installmentTableSchema } from '../../../contract/card/installment-plan.ts';
import { consentTextSchema } from '../../../contract/card/saved-card.ts';
import type {
  CompanyAccount,
  KYC_STATUSES,
  PublicAccount,
} from '../../../contract/payments/account.ts';
import { bankSchema } from '../../../contract/payments/bank.ts';
import { PAYMENT_METHODS } from '../../../contract/payments/payment-method.ts';
import { softDescriptorSchema } from '../../../contract/payments/soft-descriptor.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { feeScheduleSchema, reserveDaysSchema, reserveRateSchema } from './fee-schedule.ts';
import type { KeyScope } from './key-scope.ts';
import { subMerchantSchema } from './sub-merchant.ts';

export const accountTraitsSchema = z.object({
  methods: z._default(z.array(z.enum(PAYMENT_METHODS)), [...PAYMENT_METHODS]),
  cardEnabled: z._default(z.boolean(), true),
  threeDSFlow: z._default(z.nullable(z.enum(['pre-order', 'post-order'])), null),
  threeDSUnavailable: z._default(z.enum(['refuse', 'proceed']), 'refuse'),
  antifraud: z._default(z.boolean(), true),
  tokenizationMode: z._default(z.enum(['backend', 'vault']), 'backend'),
  cardOnFile: z._default(z.boolean(), false),
  cvvRequired: z._default(z.boolean(), false),
  /** By which words buyers are asked whether a card may be saved; null: by ours. */
  consentText: z._default(z.nullable(consentTextSchema), null),
  /** What bills of cards name; null: the name of the company, as each acquirer can write it. */
  softDescriptor: z._default(z.nullable(softDescriptorSchema), null),
  /** What acquirers are told of who sells, as far as it is known. */
  subMerchant: z._default(subMerchantSchema, {}),
  split: z._default(z.boolean(), false),
  /** Whether companies may pay, by CNPJ. Decision: off, since the specification asks for a CPF. */
  companyPayers: z._default(z.boolean(), false),
  /** Whether a card may come with a proof of 3-D Secure that the merchant had made elsewhere. */
  ownThreeDS: z._default(z.boolean(), false),
  /** How long an event is sent again that its receiver does not take. */
  webhookSchedule: z._default(z.enum(['specification', 'days']), 'specification'),
  /** Addresses for events whose request names none, by type (`payin.refunded`) or `payin.*`. */
  webhookReceivers: z._default(z.record(z.string(), z.string()), {}),
  manualPayouts: z._default(z.boolean(), false),
  fourEyes: z._default(z.boolean(), false),
  maxInstallments: z._default(
    z.int().check(z.minimum(1), z.maximum(MAX_INSTALLMENTS)),
    MAX_INSTALLMENTS,
  ),
  /** Null: every plan is without interest, and any amount may be divided. */
  installmentTable: z._default(z.nullable(installmentTableSchema), null),
  banks: z._default(z.array(bankSchema), []),
  fees: z._default(feeScheduleSchema, feeScheduleSchema.parse({})),
  /** When what a sale by card brings can be paid out: at once, or as its acquirer pays it. */
  availableAt: z._default(z.enum(['approval', 'settlement']), 'approval'),
  reserveBasisPoints: z._default(reserveRateSchema, 0),
  reserveDays: z._default(reserveDaysSchema, 30),
});
export type AccountTraits = z.infer<typeof accountTraitsSchema>;

export type Account = {
  companyId: string;
  companyName: string;
  tradeName: string | null;
  document: string | null;
  kycStatus: (typeof KYC_STATUSES)[number];
  blocked: boolean;
  sandbox: boolean;
  traits: AccountTraits;
  origins: string[];
  clockOffsetSeconds: number;
};

/**
 * Decision: a sandbox clock runs ahead by a hundred years at most, all its moves together. That is
 * further than anything expires, and no date that follows from it has a year of five digits, which
 * neither the API nor the database could write down.
 */
export const MAX_CLOCK_OFFSET_SECONDS = 100 * 366 * 24 * 60 * 60;

export type CredentialHashes = { publicKeyHash: Uint8Array; secretKeyHash: Uint8Array };

export type AccountSeed = { account: Account; credentials: CredentialHashes; print: string };

export interface AccountStore {
  /** The account of a public key that is neither unknown nor revoked, with its secret's hash. */
  findByPublicKey(
    publicKeyHash: Uint8Array,
  ): Promise<{ account: Account; secretKeyHash: Uint8Array; scopes: KeyScope[] } | null>;
  seed(tx: Queryable, seed: AccountSeed, now: Date): Promise<void>;
  /** The `print` of what each was last seeded with, by the company's id. */
  listSeedPrints(): Promise<Map<string, string>>;
  listIds(): Promise<string[]>;
  find(companyId: string, tx?: Queryable): Promise<Account | null>;
  list(): Promise<Account[]>;
  /** Adds an account that has no key pair yet; false where its id is taken. */
  insert(tx: Queryable, account: Account, now: Date): Promise<boolean>;
  findToChange(tx: Queryable, companyId: string): Promise<Account | null>;
  /** Brings everything of a description up to date but `sandbox` and the clock. */
  update(tx: Queryable, account: Account): Promise<void>;
  hasAccounts(of: { sandbox: boolean }): Promise<boolean>;
  advanceClock(companyId: string, seconds: number): Promise<number | null>;
}

/** Why charges cannot be created now, or null. KYC comes before the block. */
export function reasonOf(account: Account): 'KYC_NOT_APPROVED' | 'COMPANY_BLOCKED' | null {
  if (account.kycStatus !== 'approved') return 'KYC_NOT_APPROVED';
  return account.blocked ? 'COMPANY_BLOCKED' : null;
}

/** 403 for an account that may not transact. Source: spec, "Authentication" 5. */
export function requireTransacting(account: Account): void {
  requireReading(account);
  if (account.blocked) throw new ApiError('COMPANY_BLOCKED', 'This account is blocked.');
}

/** 403; a blocked account may read what it sold before. Source: spec, "Authentication" 5. */
export function requireReading(account: Account): void {
  if (account.kycStatus === 'approved') return;
  throw new ApiError(
    'KYC_NOT_APPROVED',
    'The identity check (KYC) of this account is not approved.',
  );
}

export function hasMethod(account: Account, method: (typeof PAYMENT_METHODS)[number]): boolean {
  if (method === 'CREDIT_CARD' && !account.traits.cardEnabled) return false;
  return account.traits.methods.includes(method);
}

export function requireMethod(account: Account, method: (typeof PAYMENT_METHODS)[number]): void {
  if (!hasMethod(account, method)) {
    throw new ApiError('METHOD_NOT_ENABLED', `${method} is not enabled for this account.`);
  }
}

export function accountTime(account: Account, realTime: Date): Date {
  return new Date(realTime.getTime() + account.clockOffsetSeconds * 1000);
}

export function realTimeOf({ clockOffsetSeconds }: Account, accountsTime: Date): Date {
  return new Date(accountsTime.getTime() - clockOffsetSeconds * 1000);
}

export async function timeOf(
  companyId: string,
  { accounts, now }: { accounts: Pick<AccountStore, 'find'>; now: () => Date },
): Promise<Date> {
  const account = await accounts.find(companyId);
  return account === null ? now() : accountTime(account, now());
}

const METHOD_NAMES = {
  PIX: 'pix',
  CREDIT_CARD: 'credit_card',
  BOLETO: 'boleto',
  OPEN_FINANCE: 'open_finance',
} as const;

/** Source: spec, "Account identity record". */
export function toPublicAccount(account: Account): PublicAccount {
  const { traits } = account;
  const reason = reasonOf(account);
  return {
    scope: 'public',
    companyId: account.companyId,
    companyName: account.companyName,
    kycStatus: account.kycStatus,
    blocked: account.blocked,
    canTransact: reason === null,
    reason,
    // Decision: "operable" is read literally, so an account that cannot transact lists none.
    paymentMethods:
      reason === null
        ? PAYMENT_METHODS.filter((method) => hasMethod(account, method)).map(
            (method) => METHOD_NAMES[method],
          )
        : [],
    capabilities: {
      tokenization: traits.cardEnabled
        ? {
            enabled: true,
            mode: traits.tokenizationMode,
            cardOnFile: traits.cardOnFile,
            cvvRequired: traits.cvvRequired,
          }
        : { enabled: false },
      threeDS:
        traits.cardEnabled && traits.threeDSFlow !== null
          ? { enabled: true, flow: traits.threeDSFlow }
          : { enabled: false },
      antifraud: { enabled: traits.antifraud },
    },
  };
}

/** Source: spec, "Account identity record", scope `company`. */
export function toCompanyAccount(account: Account): Omit<CompanyAccount, 'paymentTerms'> {
  return {
    ...toPublicAccount(account),
    scope: 'company',
    tradeName: account.tradeName,
    document: account.document === null ? null : maskDocument(account.document),
  };
}

function maskDocument(document: string): string {
  return `${document.slice(0, 2)}.***.***/****-${document.slice(-2)}`;
}
