import * as z from 'zod/mini';
import { MAX_INSTALLMENTS } from '../../contract/card/installment.ts';
import { cnpjSchema } from '../../contract/document.ts';
import { KYC_STATUSES } from '../../contract/payments/account.ts';
import { PAYMENT_METHODS } from '../../contract/payments/payment-method.ts';
import { softDescriptorSchema } from '../../contract/payments/soft-descriptor.ts';
import { lineOfText } from '../../contract/text.ts';
import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { accountTraitsSchema } from '../domain/accounts/account.ts';
import { reserveDaysSchema, reserveRateSchema } from '../domain/accounts/fee-schedule.ts';
import { subMerchantFields } from '../domain/accounts/sub-merchant.ts';
import { SYSTEM_COMPANY } from '../domain/audit/audit-log.ts';
import { WEBHOOK_SCHEDULES } from '../domain/webhooks/webhook-schedule.ts';
import { defineAct, logged, look, OF_COMPANY, provenChange, unlogged } from './act.ts';
import { requirePossibleTraits } from './card-pairs.ts';
import { APPROVALS, changeAccount, changeTraits, withTraits } from './change-account.ts';
import { FEE_RATE, INSTALLMENT_ROWS, LEAST_INSTALLMENT } from './fee-value.ts';
import { findCompany } from './find-company.ts';
import {
  COMPANY_ID,
  countTo,
  listOf,
  oneOf,
  optional,
  plain,
  wholeNumber,
  written,
  YES_OR_NO,
} from './values.ts';

const CONSENT_WORDS = plain(lineOfText(300));
const SELLER = subMerchantFields.shape;

const SELLER_FIELDS = {
  mcc: logged(optional(plain(SELLER.mcc)), 'its merchant category code, four digits'),
  street: unlogged(optional(plain(SELLER.street)), 'its street'),
  number: unlogged(optional(plain(SELLER.number)), 'the number there'),
  complement: unlogged(
    optional(plain(z.union([z.literal(''), lineOfText(200)]))),
    'floor or room; empty where there is none any more',
  ),
  neighborhood: unlogged(optional(plain(SELLER.neighborhood)), 'the district'),
  city: logged(optional(plain(SELLER.city)), 'the city'),
  state: logged(optional(plain(SELLER.state)), 'the state, such as SP'),
  zipCode: unlogged(optional(plain(SELLER.zipCode)), 'the postal code (CEP), eight digits'),
  phone: unlogged(optional(plain(SELLER.phone)), 'such as 5511987654321'),
  url: logged(optional(plain(SELLER.url)), 'its website, https://...'),
};

/** Without what is empty. */
function filled(parts: object) {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
}

export const CREATE_COMPANY = defineAct({
  ...provenChange('company.create', 'company create', 'companies.manage'),
  summary: 'makes an account: identity not submitted, cards not enabled, no key yet',
  fields: {
    companyId: logged(COMPANY_ID, 'its id, part of every id of its payments; cannot be changed'),
    name: unlogged(plain(lineOfText(150)), 'its legal name'),
    tradeName: unlogged(optional(plain(lineOfText(150))), 'the name buyers know'),
    document: unlogged(optional(plain(cnpjSchema)), 'its CNPJ, 14 characters'),
    ...SELLER_FIELDS,
  },
  async run({ companyId, name, tradeName, document, ...seller }, { database, trail }) {
    const { db, accounts, mode, now } = database;
    if (companyId === SYSTEM_COMPANY) throw invalidField('company', 'in_use');
    const account: Account = {
      companyId,
      companyName: name,
      tradeName: tradeName ?? null,
      document: document ?? null,
      kycStatus: 'not_submitted',
      blocked: false,
      sandbox: mode === 'sandbox',
      traits: accountTraitsSchema.parse({ cardEnabled: false, subMerchant: filled(seller) }),
      origins: [],
      clockOffsetSeconds: 0,
    };
    await db.transaction(async (tx) => {
      if (!(await accounts.insert(tx, account, now()))) throw invalidField('company', 'in_use');
      await trail.record(tx);
    });
    return account;
  },
});

export const LIST_COMPANIES = defineAct({
  ...look('company.list', 'company list', 'companies.manage'),
  summary: 'lists all accounts',
  fields: {},
  run: (_asked, { database }) => database.accounts.list(),
});

export const SHOW_COMPANY = defineAct({
  ...look('company.show', 'company show', 'companies.manage'),
  summary: 'shows an account with all it may do',
  fields: OF_COMPANY,
  run: ({ companyId }, { database }) => findCompany(companyId, database),
});

export const SET_KYC = defineAct({
  ...provenChange('company.set-kyc', 'company set-kyc', 'companies.manage'),
  summary: 'sets how the identity check stands; only "approved" may transact',
  fields: { ...OF_COMPANY, status: logged(oneOf(KYC_STATUSES), KYC_STATUSES.join(', ')) },
  run: ({ companyId, status }, context) =>
    changeAccount(companyId, context, (account) => ({ ...account, kycStatus: status })),
});

export const BLOCK_COMPANY = defineAct({
  ...provenChange('company.block', 'company block', 'companies.manage'),
  summary: 'stops an account from transacting',
  fields: OF_COMPANY,
  run: ({ companyId }, context) =>
    changeAccount(companyId, context, (account) => ({ ...account, blocked: true })),
});

export const UNBLOCK_COMPANY = defineAct({
  ...provenChange('company.unblock', 'company unblock', 'companies.manage'),
  summary: 'lets it transact again',
  fields: OF_COMPANY,
  run: ({ companyId }, context) =>
    changeAccount(companyId, context, (account) => ({ ...account, blocked: false })),
});

export const SET_METHODS = defineAct({
  ...provenChange('company.set-methods', 'company set-methods', 'companies.manage'),
  summary: 'sets by what buyers may pay; cards also need "company set-card"',
  fields: {
    ...OF_COMPANY,
    methods: logged(listOf(oneOf(PAYMENT_METHODS)), `any of ${PAYMENT_METHODS.join(',')}, or none`),
  },
  run: ({ companyId, methods }, context) =>
    changeTraits(companyId, context, { methods: [...new Set(methods)] }),
});

export const ENABLE_CARDS = defineAct({
  ...provenChange('company.enable-cards', 'company set-card', 'companies.manage'),
  summary: 'gives or takes the extra approval that cards need',
  fields: { ...OF_COMPANY, enabled: logged(YES_OR_NO, 'yes or no') },
  run: ({ companyId, enabled }, context) =>
    changeTraits(companyId, context, { cardEnabled: enabled }),
});

export const SET_CAPABILITIES = defineAct({
  ...provenChange('company.set-capabilities', 'company set-capabilities', 'companies.manage'),
  summary: 'sets how cards are treated and what else the account has; only what is given',
  fields: {
    ...OF_COMPANY,
    threeDs: logged(
      optional(oneOf(['none', 'pre-order', 'post-order'])),
      'none, pre-order or post-order',
    ),
    threeDsUnavailable: logged(
      optional(oneOf(['refuse', 'proceed'])),
      'refuse or proceed, where the bank cannot be asked',
    ),
    antifraud: logged(optional(YES_OR_NO), 'yes or no'),
    tokenization: logged(optional(oneOf(['backend', 'vault'])), 'backend or vault'),
    cardOnFile: logged(optional(YES_OR_NO), 'yes or no: an approved card may be charged again'),
    cvvRequired: logged(optional(YES_OR_NO), 'yes or no: but only with its CVV'),
    split: logged(optional(YES_OR_NO), 'yes or no: payins may be split among recipients'),
    companyPayers: logged(optional(YES_OR_NO), 'yes or no: companies may pay, by their CNPJ'),
    ownThreeDs: logged(
      optional(YES_OR_NO),
      'yes or no: cards may come with a proof of 3-D Secure made elsewhere',
    ),
    maxInstallments: logged(optional(countTo(MAX_INSTALLMENTS)), `1 to ${MAX_INSTALLMENTS}`),
    availableAt: logged(
      optional(oneOf(['approval', 'settlement'])),
      'approval or settlement: sales by card can be paid out at once, or as their acquirer pays',
    ),
  },
  async run(
    { companyId, threeDs, threeDsUnavailable, ownThreeDs, tokenization, ...same },
    context,
  ) {
    const traits = {
      ...same,
      threeDSFlow: threeDs === 'none' ? null : threeDs,
      threeDSUnavailable: threeDsUnavailable,
      tokenizationMode: tokenization,
      ownThreeDS: ownThreeDs,
    };
    if (threeDs === 'pre-order' || ownThreeDs === true) {
      const account = await findCompany(companyId, context.database);
      await requirePossibleTraits(withTraits(account, traits), await context.services());
    }
    return changeTraits(companyId, context, traits);
  },
});

export const SET_CONSENT_TEXT = defineAct({
  ...provenChange('company.set-consent-text', 'company set-consent-text', 'companies.manage'),
  summary: 'sets by which words buyers are asked whether a card may be saved',
  fields: {
    ...OF_COMPANY,
    pt: logged(CONSENT_WORDS, 'in Portuguese'),
    en: logged(CONSENT_WORDS, 'in English'),
    es: logged(CONSENT_WORDS, 'in Spanish'),
  },
  run: ({ companyId, pt, en, es }, context) =>
    changeAccount(companyId, context, (account) => {
      const { consentText: before } = account.traits;
      const version = (before?.version ?? 0) + 1;
      // Decision: words that were changed are another version, so that each consent says which it is of.
      const consentText = { id: companyId, version, words: { 'pt-BR': pt, en, es } };
      return withTraits(account, { consentText });
    }),
});

export const SET_SUB_MERCHANT = defineAct({
  ...provenChange('company.set-sub-merchant', 'company set-sub-merchant', 'companies.manage'),
  summary:
    'sets what card acquirers are told of who sells, and what bills name; only what is given',
  fields: {
    ...OF_COMPANY,
    document: unlogged(optional(plain(cnpjSchema)), 'its CNPJ, 14 characters'),
    ...SELLER_FIELDS,
    softDescriptor: logged(
      optional(plain(softDescriptorSchema)),
      'what bills of cards name, 13 letters, digits and spaces at most; none: its name',
    ),
  },
  run: ({ companyId, document, softDescriptor, ...seller }, context) =>
    changeAccount(companyId, context, (account) => {
      const given = Object.entries(seller).filter(([, value]) => value !== undefined);
      const before = account.traits.subMerchant;
      const subMerchant = filled({ ...before, ...Object.fromEntries(given) });
      const named = softDescriptor === 'none' ? null : softDescriptor;
      const after = withTraits(account, { subMerchant, softDescriptor: named });
      return { ...after, document: document ?? account.document };
    }),
});

export const SET_INSTALLMENTS = defineAct({
  ...provenChange('company.set-installments', 'company set-installments', 'companies.manage'),
  summary: 'sets what installments cost: their interest, who pays it, the least installment',
  fields: {
    ...OF_COMPANY,
    rows: logged(
      INSTALLMENT_ROWS,
      'FROM:RATE:PAYER, such as 4:199:buyer for 1.99 % a month from 4 on; or none',
    ),
    minimum: logged(
      optional(LEAST_INSTALLMENT),
      'the least installment in centavos; 0 where it is left out',
    ),
  },
  run: ({ companyId, rows, minimum = 0 }, context) =>
    changeTraits(companyId, context, {
      installmentTable:
        rows.length === 0 && minimum === 0 ? null : { minimumAmount: minimum, rows },
    }),
});

export const SET_FEES = defineAct({
  ...provenChange('company.set-fees', 'company set-fees', 'companies.manage'),
  summary: 'sets what the service keeps of each payin and payout from now on; only what is given',
  fields: {
    ...OF_COMPANY,
    creditCard: logged(optional(FEE_RATE), feeOf('a card payment')),
    pix: logged(optional(FEE_RATE), feeOf('a PIX payment')),
    boleto: logged(optional(FEE_RATE), feeOf('a boleto')),
    openFinance: logged(optional(FEE_RATE), feeOf('a payment by open finance')),
    payout: logged(optional(FEE_RATE), feeOf('a payout')),
  },
  run: ({ companyId, creditCard, pix, boleto, openFinance, payout }, context) =>
    changeAccount(companyId, context, (account) => {
      const { fees } = account.traits;
      const set = {
        CREDIT_CARD: creditCard ?? fees.CREDIT_CARD,
        PIX: pix ?? fees.PIX,
        BOLETO: boleto ?? fees.BOLETO,
        OPEN_FINANCE: openFinance ?? fees.OPEN_FINANCE,
        payout: payout ?? fees.payout,
      };
      return { ...account, traits: { ...account.traits, fees: set } };
    }),
});

export const SET_RESERVE = defineAct({
  ...provenChange('company.set-reserve', 'company set-reserve', 'companies.manage'),
  summary: 'sets how much of each approved payin is held back from now on, and for how long',
  fields: {
    ...OF_COMPANY,
    rate: logged(
      written(wholeNumber(5), reserveRateSchema),
      'hundredths of a percent, such as 500 for 5 %',
    ),
    days: logged(written(wholeNumber(5), reserveDaysSchema), 'days, such as 30'),
  },
  run: ({ companyId, rate, days }, context) =>
    changeTraits(companyId, context, { reserveBasisPoints: rate, reserveDays: days }),
});

export const SET_WEBHOOK_SCHEDULE = defineAct({
  ...provenChange(
    'company.set-webhook-schedule',
    'company set-webhook-schedule',
    'companies.manage',
  ),
  summary: 'says how long an event is sent again that its receiver does not take',
  fields: {
    ...OF_COMPANY,
    schedule: logged(
      oneOf(WEBHOOK_SCHEDULES),
      'specification (three attempts) or days (twelve attempts over three days)',
    ),
  },
  run: ({ companyId, schedule }, context) =>
    changeTraits(companyId, context, { webhookSchedule: schedule }),
});

export const SET_PAYOUT_APPROVAL = defineAct({
  ...provenChange('company.set-payout-approval', 'company set-payout-approval', 'companies.manage'),
  summary: 'says whether payouts wait for "payout approve", and by whom',
  fields: {
    ...OF_COMPANY,
    mode: logged(
      oneOf(APPROVALS),
      'automatic, manual, or four-eyes (manual, by somebody else than who asked)',
    ),
  },
  run: ({ companyId, mode }, context) =>
    changeTraits(companyId, context, {
      manualPayouts: mode !== 'automatic',
      fourEyes: mode === 'four-eyes',
    }),
});

export const ACCOUNT_ACTS = [
  SHOW_COMPANY,
  SET_KYC,
  BLOCK_COMPANY,
  UNBLOCK_COMPANY,
  SET_METHODS,
  ENABLE_CARDS,
  SET_CAPABILITIES,
  SET_CONSENT_TEXT,
  SET_SUB_MERCHANT,
  SET_INSTALLMENTS,
  SET_FEES,
  SET_RESERVE,
  SET_WEBHOOK_SCHEDULE,
  SET_PAYOUT_APPROVAL,
] as const;

export const COMPANY_ACTS = [CREATE_COMPANY, LIST_COMPANIES, ...ACCOUNT_ACTS] as const;

function feeOf(thing: string): string {
  return `of ${thing}: hundredths of a percent and centavos, such as 399+39 for 3.99 % and R$ 0.39`;
}
