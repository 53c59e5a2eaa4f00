import type { Account, AccountTraits } from '../domain/accounts/account.ts';
import { accountTraitsSchema } from '../domain/accounts/account.ts';
import { lackingOf, SELLER_PARTS } from '../domain/accounts/sub-merchant.ts';
import type { AuditSubjects } from '../domain/audit/audit-log.ts';
import type { ActContext } from './act.ts';
import { unknown } from './act.ts';
import { feeText, toInstallmentRows } from './fee-value.ts';

export const APPROVALS = ['automatic', 'manual', 'four-eyes'] as const;

/** Changes an account that nobody else changes meanwhile, and tells the log what it was before. */
export async function changeAccount(
  companyId: string,
  { database, trail }: ActContext,
  next: (account: Account) => Account,
): Promise<Account> {
  const { db, accounts } = database;
  return db.transaction(async (tx) => {
    const account = await accounts.findToChange(tx, companyId);
    if (account === null) throw unknown('company');
    const after = next(account);
    await accounts.update(tx, after);
    await trail.record(tx, { subjects: changeOf(factsOf(account), factsOf(after)) });
    return after;
  });
}

type GivenTraits = { readonly [Name in keyof AccountTraits]?: AccountTraits[Name] | undefined };

export function changeTraits(companyId: string, context: ActContext, given: GivenTraits) {
  return changeAccount(companyId, context, (account) => withTraits(account, given));
}

export function withTraits(account: Account, given: GivenTraits): Account {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...account, traits: accountTraitsSchema.parse({ ...account.traits, ...set }) };
}

/** Decision: the log does not have to what these were changed, since a company may be one person. */
const NOT_LOGGED = 'document phone street number complement neighborhood zipCode'.split(' ');

function changeOf(was: AuditSubjects, is: AuditSubjects): AuditSubjects {
  const names = Object.keys(was).filter((name) => {
    return is[name] !== was[name] && !NOT_LOGGED.includes(name);
  });
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, is[name] ?? null],
      [`${name}.before`, was[name] ?? null],
    ]),
  );
}

function approvalOf({ manualPayouts, fourEyes }: AccountTraits): (typeof APPROVALS)[number] {
  if (!manualPayouts) return 'automatic';
  return fourEyes ? 'four-eyes' : 'manual';
}

/** Decision: the log has what stands before an address's path, which may be a secret. */
function toReceivers({ webhookReceivers }: AccountTraits): string {
  const receivers = Object.entries(webhookReceivers).map(
    ([type, url]) => `${type}=${new URL(url).origin}`,
  );
  return receivers.join(',') || 'none';
}

export function factsOf(account: Account): AuditSubjects {
  const { traits } = account;
  return {
    company: account.companyId,
    name: account.companyName,
    tradeName: account.tradeName,
    document: account.document,
    kyc: account.kycStatus,
    blocked: account.blocked,
    sandbox: account.sandbox,
    methods: traits.methods.join(',') || 'none',
    cardEnabled: traits.cardEnabled,
    threeDS: traits.threeDSFlow ?? 'none',
    threeDSUnavailable: traits.threeDSUnavailable,
    antifraud: traits.antifraud,
    tokenization: traits.tokenizationMode,
    cardOnFile: traits.cardOnFile,
    cvvRequired: traits.cvvRequired,
    consentText: traits.consentText?.version ?? null,
    softDescriptor: traits.softDescriptor,
    ...Object.fromEntries(SELLER_PARTS.map((part) => [part, traits.subMerchant[part] ?? null])),
    sellerLacks: lackingOf(account).join(',') || 'none',
    split: traits.split,
    companyPayers: traits.companyPayers,
    ownThreeDS: traits.ownThreeDS,
    maxInstallments: traits.maxInstallments,
    availableAt: traits.availableAt,
    installmentRows: toInstallmentRows(traits.installmentTable),
    installmentMinimum: traits.installmentTable?.minimumAmount ?? 0,
    feeCreditCard: feeText(traits.fees.CREDIT_CARD),
    feePix: feeText(traits.fees.PIX),
    feeBoleto: feeText(traits.fees.BOLETO),
    feeOpenFinance: feeText(traits.fees.OPEN_FINANCE),
    feePayout: feeText(traits.fees.payout),
    reserveRate: traits.reserveBasisPoints,
    reserveDays: traits.reserveDays,
    webhookSchedule: traits.webhookSchedule,
    webhookReceivers: toReceivers(traits),
    payoutApproval: approvalOf(traits),
    origins: account.origins.join(',') || 'none',
  };
}
