import * as z from 'zod/mini';
import { KYC_STATUSES } from '../../contract/account.ts';
import { cnpjSchema } from '../../contract/document.ts';
import { MAX_INSTALLMENTS } from '../../contract/installment.ts';
import { PAYMENT_METHODS } from '../../contract/payment-method.ts';
import { lineOfText } from '../../contract/text.ts';
import { findCompany } from '../acts/find-company.ts';
import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { accountTraitsSchema } from '../domain/accounts/account.ts';
import { reserveDaysSchema, reserveRateSchema } from '../domain/accounts/fee-schedule.ts';
import { SYSTEM_COMPANY } from '../domain/audit/audit-log.ts';
import { WEBHOOK_SCHEDULES } from '../domain/webhooks/webhook-schedule.ts';
import { requirePossibleTraits } from './card-pairs.ts';
import { APPROVALS, changeAccount, changeTraits, toRecord, withTraits } from './change-account.ts';
import type { Command } from './command.ts';
import { defineCommand } from './command.ts';
import { feeOf } from './fee-options.ts';
import { installmentRowsOption, leastInstallmentOption } from './installment-options.ts';
import {
  companyIdOption,
  countOption,
  listOption,
  logged,
  OF_COMPANY,
  unlogged,
  yesOrNoOption,
} from './options.ts';

const FLOWS = ['none', 'pre-order', 'post-order'] as const;
const UNAVAILABLE = ['refuse', 'proceed'] as const;
const MODES = ['backend', 'vault'] as const;

/** Commands that make and describe the accounts of merchants. */
export const COMPANY_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'company create',
    summary: 'makes an account: identity not submitted, cards not enabled, no key yet',
    isAct: true,
    options: {
      company: logged(
        companyIdOption,
        'its id, part of every id of its payments; cannot be changed',
      ),
      name: unlogged(lineOfText(150), 'its legal name'),
      'trade-name': unlogged(z.optional(lineOfText(150)), 'the name buyers know'),
      document: unlogged(z.optional(cnpjSchema), 'its CNPJ, 14 characters'),
    },
    async run(options, { database, trail }) {
      const { db, accounts, mode, now } = database;
      if (options.company === SYSTEM_COMPANY) throw invalidField('company', 'is reserved');
      const account: Account = {
        companyId: options.company,
        companyName: options.name,
        tradeName: options['trade-name'] ?? null,
        document: options.document ?? null,
        kycStatus: 'not_submitted',
        blocked: false,
        sandbox: mode === 'sandbox',
        traits: { ...accountTraitsSchema.parse({}), cardEnabled: false },
        origins: [],
        clockOffsetSeconds: 0,
      };
      await db.transaction(async (tx) => {
        if (!(await accounts.insert(tx, account, now()))) {
          throw invalidField('company', 'is taken');
        }
        await trail.record(tx);
      });
      return { content: { record: toRecord(account) } };
    },
  }),
  defineCommand({
    name: 'company list',
    summary: 'lists all accounts',
    isAct: false,
    async run(_options, { database }) {
      const accounts = await database.accounts.list();
      const rows = accounts.map(({ companyId, companyName, kycStatus, blocked, sandbox }) => ({
        company: companyId,
        name: companyName,
        kyc: kycStatus,
        blocked,
        sandbox,
      }));
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'company show',
    summary: 'shows an account with all it may do',
    isAct: false,
    options: { company: OF_COMPANY },
    async run({ company }, { database }) {
      return { content: { record: toRecord(await findCompany(company, database)) } };
    },
  }),
  defineCommand({
    name: 'company set-kyc',
    summary: 'sets how the identity check stands; only "approved" may transact',
    isAct: true,
    options: {
      company: OF_COMPANY,
      status: logged(z.enum(KYC_STATUSES, oneOf(KYC_STATUSES)), KYC_STATUSES.join(', ')),
    },
    run: ({ company, status }, invocation) =>
      changeAccount(company, invocation, (account) => ({ ...account, kycStatus: status })),
  }),
  ...(['block', 'unblock'] as const).map((name) =>
    defineCommand({
      name: `company ${name}`,
      summary: name === 'block' ? 'stops an account from transacting' : 'lets it transact again',
      isAct: true,
      options: { company: OF_COMPANY },
      run: ({ company }, invocation) =>
        changeAccount(company, invocation, (account) => ({
          ...account,
          blocked: name === 'block',
        })),
    }),
  ),
  defineCommand({
    name: 'company set-methods',
    summary: 'sets by what buyers may pay; cards also need "company set-card"',
    isAct: true,
    options: {
      company: OF_COMPANY,
      methods: logged(
        listOption(z.enum(PAYMENT_METHODS, oneOf(PAYMENT_METHODS))),
        `any of ${PAYMENT_METHODS.join(',')}, or none`,
      ),
    },
    run: ({ company, methods }, invocation) =>
      changeTraits(company, invocation, { methods: [...new Set(methods)] }),
  }),
  defineCommand({
    name: 'company set-card',
    summary: 'gives or takes the extra approval that cards need',
    isAct: true,
    options: { company: OF_COMPANY, enabled: logged(yesOrNoOption, 'yes or no') },
    run: ({ company, enabled }, invocation) =>
      changeTraits(company, invocation, { cardEnabled: enabled }),
  }),
  defineCommand({
    name: 'company set-capabilities',
    summary: 'sets how cards are treated and what else the account has; only what is given',
    isAct: true,
    options: {
      company: OF_COMPANY,
      'three-ds': logged(z.optional(z.enum(FLOWS, oneOf(FLOWS))), 'none, pre-order or post-order'),
      'three-ds-unavailable': logged(
        z.optional(z.enum(UNAVAILABLE, oneOf(UNAVAILABLE))),
        'refuse or proceed, where the bank cannot be asked',
      ),
      antifraud: logged(z.optional(yesOrNoOption), 'yes or no'),
      tokenization: logged(z.optional(z.enum(MODES, oneOf(MODES))), 'backend or vault'),
      'card-on-file': logged(
        z.optional(yesOrNoOption),
        'yes or no: an approved card may be charged again',
      ),
      'cvv-required': logged(z.optional(yesOrNoOption), 'yes or no: but only with its CVV'),
      split: logged(z.optional(yesOrNoOption), 'yes or no: payins may be split among recipients'),
      'company-payers': logged(
        z.optional(yesOrNoOption),
        'yes or no: companies may pay, by their CNPJ',
      ),
      'own-three-ds': logged(
        z.optional(yesOrNoOption),
        'yes or no: cards may come with a proof of 3-D Secure made elsewhere',
      ),
      'max-installments': logged(
        z.optional(countOption(MAX_INSTALLMENTS)),
        `1 to ${MAX_INSTALLMENTS}`,
      ),
    },
    async run(options, invocation) {
      const flow = options['three-ds'];
      const traits = {
        threeDSFlow: flow === 'none' ? null : flow,
        threeDSUnavailable: options['three-ds-unavailable'],
        antifraud: options.antifraud,
        tokenizationMode: options.tokenization,
        cardOnFile: options['card-on-file'],
        cvvRequired: options['cvv-required'],
        split: options.split,
        companyPayers: options['company-payers'],
        ownThreeDS: options['own-three-ds'],
        maxInstallments: options['max-installments'],
      };
      if (flow === 'pre-order' || traits.ownThreeDS === true) {
        const { database, services } = invocation;
        const account = await findCompany(options.company, database);
        await requirePossibleTraits(withTraits(account, traits), await services());
      }
      return changeTraits(options.company, invocation, traits);
    },
  }),
  defineCommand({
    name: 'company set-installments',
    summary: 'sets what installments cost: their interest, who pays it, the least installment',
    isAct: true,
    options: {
      company: OF_COMPANY,
      rows: logged(
        installmentRowsOption,
        'FROM:RATE:PAYER, such as 4:199:buyer for 1.99 % a month from 4 on; or none',
      ),
      minimum: logged(
        z.optional(leastInstallmentOption),
        'the least installment in centavos; 0 where it is left out',
      ),
    },
    run: ({ company, rows, minimum = 0 }, invocation) =>
      changeTraits(company, invocation, {
        installmentTable:
          rows.length === 0 && minimum === 0 ? null : { minimumAmount: minimum, rows },
      }),
  }),
  defineCommand({
    name: 'company set-fees',
    summary: 'sets what the service keeps of each payin and payout from now on; only what is given',
    isAct: true,
    options: {
      company: OF_COMPANY,
      'credit-card': feeOf('a card payment'),
      pix: feeOf('a PIX payment'),
      boleto: feeOf('a boleto'),
      'open-finance': feeOf('a payment by open finance'),
      payout: feeOf('a payout'),
    },
    run: ({ company, pix, boleto, payout, ...given }, invocation) =>
      changeAccount(company, invocation, (account) => {
        const { fees } = account.traits;
        const set = {
          CREDIT_CARD: given['credit-card'] ?? fees.CREDIT_CARD,
          PIX: pix ?? fees.PIX,
          BOLETO: boleto ?? fees.BOLETO,
          OPEN_FINANCE: given['open-finance'] ?? fees.OPEN_FINANCE,
          payout: payout ?? fees.payout,
        };
        return { ...account, traits: { ...account.traits, fees: set } };
      }),
  }),
  defineCommand({
    name: 'company set-reserve',
    summary: 'sets how much of each approved payin is held back from now on, and for how long',
    isAct: true,
    options: {
      company: OF_COMPANY,
      rate: logged(wholeOption(reserveRateSchema), 'hundredths of a percent, such as 500 for 5 %'),
      days: logged(wholeOption(reserveDaysSchema), 'days, such as 30'),
    },
    run: ({ company, rate, days }, invocation) =>
      changeTraits(company, invocation, { reserveBasisPoints: rate, reserveDays: days }),
  }),
  defineCommand({
    name: 'company set-webhook-schedule',
    summary: 'says how long an event is sent again that its receiver does not take',
    isAct: true,
    options: {
      company: OF_COMPANY,
      schedule: logged(
        z.enum(WEBHOOK_SCHEDULES, oneOf(WEBHOOK_SCHEDULES)),
        'specification (three attempts) or days (twelve attempts over three days)',
      ),
    },
    run: ({ company, schedule }, invocation) =>
      changeTraits(company, invocation, { webhookSchedule: schedule }),
  }),
  defineCommand({
    name: 'company set-payout-approval',
    summary: 'says whether payouts wait for "payout approve", and by whom',
    isAct: true,
    options: {
      company: OF_COMPANY,
      mode: logged(
        z.enum(APPROVALS, oneOf(APPROVALS)),
        'automatic, manual, or four-eyes (manual, by somebody else than who asked)',
      ),
    },
    run: ({ company, mode }, invocation) =>
      changeTraits(company, invocation, {
        manualPayouts: mode !== 'automatic',
        fourEyes: mode === 'four-eyes',
      }),
  }),
];

function wholeOption(schema: z.ZodMiniType<number, number>) {
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a whole number')), z.transform(Number)),
    schema,
  );
}

function oneOf(values: readonly string[]): string {
  return `must be one of ${values.join(', ')}`;
}
