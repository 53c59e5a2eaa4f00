import { KYC_STATUSES } from '../../../../contract/account.ts';
import { PAYMENT_METHODS } from '../../../../contract/payment-method.ts';
import { SET_BANKS } from '../../../acts/banks.ts';
import {
  BLOCK_COMPANY,
  CREATE_COMPANY,
  ENABLE_CARDS,
  SET_CAPABILITIES,
  SET_FEES,
  SET_INSTALLMENTS,
  SET_KYC,
  SET_METHODS,
  SET_PAYOUT_APPROVAL,
  SET_RESERVE,
  SET_WEBHOOK_SCHEDULE,
  UNBLOCK_COMPANY,
} from '../../../acts/companies.ts';
import { SET_ORIGINS } from '../../../acts/origins.ts';
import { REMOVE_ROUTE, ROUTED_METHODS, SET_ROUTE } from '../../../acts/routes.ts';
import { INVITE_OWNER } from '../../../acts/users.ts';
import { PROVIDER_DEFINITIONS } from '../../../providers/registry.ts';
import type { ActForm } from './act-form.tsx';

const PROVIDERS = PROVIDER_DEFINITIONS.map(({ name }) => name);

/** Everything that operators set of an account. The company itself is in the form's address. */
export const COMPANY_FORMS: readonly ActForm[] = [
  {
    act: SET_KYC,
    title: 'kyc',
    fields: [
      { kind: 'choice', option: 'status', label: 'state', record: 'kyc', values: KYC_STATUSES },
    ],
  },
  { act: BLOCK_COMPANY, title: 'block', fields: [], danger: true },
  { act: UNBLOCK_COMPANY, title: 'unblock', fields: [] },
  {
    act: SET_METHODS,
    title: 'methods',
    fields: [{ kind: 'many', option: 'methods', label: 'methods', values: PAYMENT_METHODS }],
  },
  {
    act: ENABLE_CARDS,
    title: 'cardApproval',
    fields: [{ kind: 'yes-no', option: 'enabled', label: 'cardApproval', record: 'cardEnabled' }],
  },
  {
    act: SET_CAPABILITIES,
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
    act: SET_INSTALLMENTS,
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
    act: SET_FEES,
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
    act: SET_RESERVE,
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
    act: SET_PAYOUT_APPROVAL,
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
    act: SET_WEBHOOK_SCHEDULE,
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
    act: SET_ORIGINS,
    title: 'origins',
    fields: [
      { kind: 'text', option: 'origins', label: 'origins', record: 'origins', hint: 'listHint' },
    ],
  },
  {
    act: SET_BANKS,
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
export const OWNER_FORM: ActForm = {
  act: INVITE_OWNER,
  title: 'inviteOwner',
  isNew: true,
  fields: [
    { kind: 'text', option: 'name', label: 'personName' },
    { kind: 'text', option: 'email', label: 'personEmail' },
  ],
};

/** Who serves which payment method of an account, or of all that have no route of their own. */
export const ROUTE_FORMS: readonly ActForm[] = [
  {
    act: SET_ROUTE,
    title: 'setRoute',
    fields: [
      {
        kind: 'choice',
        option: 'method',
        label: 'method',
        values: ROUTED_METHODS,
      },
      { kind: 'text', option: 'providers', label: 'providers', hint: 'providersHint' },
    ],
  },
  {
    act: REMOVE_ROUTE,
    title: 'removeRoute',
    fields: [
      {
        kind: 'choice',
        option: 'method',
        label: 'method',
        values: ROUTED_METHODS,
      },
    ],
    danger: true,
  },
];

/** A new account. */
export const COMPANY_FORM: ActForm = {
  act: CREATE_COMPANY,
  title: 'newCompany',
  fields: [
    { kind: 'text', option: 'company', label: 'companyId', hint: 'companyIdHint' },
    { kind: 'text', option: 'name', label: 'companyName' },
    { kind: 'text', option: 'trade-name', label: 'tradeName', isOptional: true },
    { kind: 'text', option: 'document', label: 'document', isOptional: true },
  ],
};
