import { KYC_STATUSES } from '../../../../contract/account.ts';
import { PAYMENT_METHODS } from '../../../../contract/payment-method.ts';
import { PROVIDER_DEFINITIONS } from '../../../providers/registry.ts';
import type { CommandForm } from './command-form.tsx';

const PROVIDERS = PROVIDER_DEFINITIONS.map(({ name }) => name);

/** Everything that operators set of an account. The company itself is in the form's address. */
export const COMPANY_FORMS: readonly CommandForm[] = [
  {
    command: 'company set-kyc',
    title: 'kyc',
    fields: [
      { kind: 'choice', option: 'status', label: 'state', record: 'kyc', values: KYC_STATUSES },
    ],
  },
  { command: 'company block', title: 'block', fields: [], danger: true },
  { command: 'company unblock', title: 'unblock', fields: [] },
  {
    command: 'company set-methods',
    title: 'methods',
    fields: [{ kind: 'many', option: 'methods', label: 'methods', values: PAYMENT_METHODS }],
  },
  {
    command: 'company set-card',
    title: 'cardApproval',
    fields: [{ kind: 'yes-no', option: 'enabled', label: 'cardApproval', record: 'cardEnabled' }],
  },
  {
    command: 'company set-capabilities',
    title: 'capabilities',
    fields: [
      {
        kind: 'choice',
        option: 'three-ds',
        label: 'threeDS',
        record: 'threeDS',
        values: ['none', 'pre-order', 'post-order'],
      },
      {
        kind: 'choice',
        option: 'three-ds-unavailable',
        label: 'threeDSUnavailable',
        record: 'threeDSUnavailable',
        values: ['refuse', 'proceed'],
      },
      { kind: 'yes-no', option: 'antifraud', label: 'antifraud' },
      {
        kind: 'choice',
        option: 'tokenization',
        label: 'tokenization',
        values: ['backend', 'vault'],
      },
      { kind: 'yes-no', option: 'card-on-file', label: 'cardOnFile', record: 'cardOnFile' },
      { kind: 'yes-no', option: 'cvv-required', label: 'cvvRequired', record: 'cvvRequired' },
      { kind: 'yes-no', option: 'split', label: 'split' },
      { kind: 'yes-no', option: 'company-payers', label: 'companyPayers', record: 'companyPayers' },
      { kind: 'yes-no', option: 'own-three-ds', label: 'ownThreeDS', record: 'ownThreeDS' },
      {
        kind: 'text',
        option: 'max-installments',
        label: 'maxInstallments',
        record: 'maxInstallments',
      },
    ],
  },
  {
    command: 'company set-installments',
    title: 'installments',
    fields: [
      {
        kind: 'text',
        option: 'rows',
        label: 'installmentRows',
        record: 'installmentRows',
        hint: 'installmentRowsHint',
      },
      {
        kind: 'text',
        option: 'minimum',
        label: 'installmentMinimum',
        record: 'installmentMinimum',
      },
    ],
  },
  {
    command: 'company set-fees',
    title: 'fees',
    fields: [
      {
        kind: 'text',
        option: 'credit-card',
        label: 'card',
        record: 'feeCreditCard',
        hint: 'feeHint',
      },
      { kind: 'text', option: 'pix', label: 'pix', record: 'feePix' },
      { kind: 'text', option: 'boleto', label: 'boleto', record: 'feeBoleto' },
      { kind: 'text', option: 'open-finance', label: 'openFinance', record: 'feeOpenFinance' },
      { kind: 'text', option: 'payout', label: 'payout', record: 'feePayout' },
    ],
  },
  {
    command: 'company set-reserve',
    title: 'reserve',
    fields: [
      {
        kind: 'text',
        option: 'rate',
        label: 'reserveRate',
        record: 'reserveRate',
        hint: 'reserveHint',
      },
      { kind: 'text', option: 'days', label: 'reserveDays', record: 'reserveDays' },
    ],
  },
  {
    command: 'company set-payout-approval',
    title: 'payoutApproval',
    fields: [
      {
        kind: 'choice',
        option: 'mode',
        label: 'payoutApproval',
        record: 'payoutApproval',
        values: ['automatic', 'manual', 'four-eyes'],
      },
    ],
  },
  {
    command: 'company set-webhook-schedule',
    title: 'webhookSchedule',
    fields: [
      {
        kind: 'choice',
        option: 'schedule',
        label: 'webhookSchedule',
        record: 'webhookSchedule',
        values: ['specification', 'days'],
      },
    ],
  },
  {
    command: 'company set-origins',
    title: 'origins',
    fields: [
      { kind: 'text', option: 'origins', label: 'origins', record: 'origins', hint: 'listHint' },
    ],
  },
  {
    command: 'company set-banks',
    title: 'banks',
    fields: [
      {
        kind: 'choice',
        option: 'from',
        label: 'provider',
        values: ['none', ...PROVIDERS],
      },
    ],
  },
];

/** Who lets in all the others of a company: its owner, who is shown a link once. */
export const INVITE_OWNER: CommandForm = {
  command: 'user invite',
  title: 'inviteOwner',
  isNew: true,
  fields: [
    { kind: 'text', option: 'name', label: 'personName' },
    { kind: 'text', option: 'email', label: 'personEmail' },
  ],
};

/** Who serves which payment method of an account, or of all that have no route of their own. */
export const ROUTE_FORMS: readonly CommandForm[] = [
  {
    command: 'route set',
    title: 'setRoute',
    fields: [
      {
        kind: 'choice',
        option: 'method',
        label: 'method',
        values: [...PAYMENT_METHODS, 'PAYOUT'],
      },
      { kind: 'text', option: 'providers', label: 'providers', hint: 'providersHint' },
    ],
  },
  {
    command: 'route remove',
    title: 'removeRoute',
    fields: [
      {
        kind: 'choice',
        option: 'method',
        label: 'method',
        values: [...PAYMENT_METHODS, 'PAYOUT'],
      },
    ],
    danger: true,
  },
];

/** A new account. */
export const NEW_COMPANY: CommandForm = {
  command: 'company create',
  title: 'newCompany',
  fields: [
    { kind: 'text', option: 'company', label: 'companyId', hint: 'companyIdHint' },
    { kind: 'text', option: 'name', label: 'companyName' },
    { kind: 'text', option: 'trade-name', label: 'tradeName', isOptional: true },
    { kind: 'text', option: 'document', label: 'document', isOptional: true },
  ],
};
