import { SET_BANKS } from '../../../acts/banks.ts';
import {
  BLOCK_COMPANY,
  CREATE_COMPANY,
  ENABLE_CARDS,
  SET_CAPABILITIES,
  SET_CONSENT_TEXT,
  SET_FEES,
  SET_INSTALLMENTS,
  SET_KYC,
  SET_METHODS,
  SET_PAYOUT_APPROVAL,
  SET_RESERVE,
  SET_SUB_MERCHANT,
  SET_WEBHOOK_SCHEDULE,
  UNBLOCK_COMPANY,
} from '../../../acts/companies.ts';
import { SET_ORIGINS } from '../../../acts/origins.ts';
import { REMOVE_ROUTE, SET_ROUTE } from '../../../acts/routes.ts';
import { INVITE_OWNER } from '../../../acts/users.ts';
import type { ActForm } from './act-form.tsx';
import { formOf } from './act-form.tsx';

const SELLER_TEXTS = {
  complement: { label: 'complement', isClearable: true },
  state: { label: 'federalUnit', record: 'state' },
  phone: { label: 'phone', hint: 'phoneHint' },
} as const;

/** The company itself is in the form's address. */
export const COMPANY_FORMS: readonly ActForm[] = [
  formOf(SET_KYC, 'kyc', { status: { label: 'state', record: 'kyc' } }),
  formOf(BLOCK_COMPANY, 'block', {}, { danger: true }),
  formOf(UNBLOCK_COMPANY, 'unblock', {}),
  formOf(SET_METHODS, 'methods', {}),
  formOf(ENABLE_CARDS, 'cardApproval', {
    enabled: { label: 'cardApproval', record: 'cardEnabled' },
  }),
  formOf(SET_CAPABILITIES, 'capabilities', {
    threeDs: 'threeDS',
    threeDsUnavailable: 'threeDSUnavailable',
    ownThreeDs: 'ownThreeDS',
  }),
  formOf(SET_CONSENT_TEXT, 'consentText', {
    pt: { label: 'inPortuguese' },
    en: { label: 'inEnglish' },
    es: { label: 'inSpanish' },
  }),
  formOf(SET_SUB_MERCHANT, 'whoSells', {
    ...SELLER_TEXTS,
    softDescriptor: { label: 'softDescriptor', hint: 'softDescriptorHint' },
  }),
  formOf(SET_INSTALLMENTS, 'installments', {
    rows: { label: 'installmentRows', hint: 'installmentRowsHint' },
    minimum: 'installmentMinimum',
  }),
  formOf(SET_FEES, 'fees', {
    creditCard: { label: 'card', record: 'feeCreditCard', hint: 'feeHint' },
    pix: { label: 'pix', record: 'feePix' },
    boleto: { label: 'boleto', record: 'feeBoleto' },
    openFinance: { label: 'openFinance', record: 'feeOpenFinance' },
    payout: { label: 'payout', record: 'feePayout' },
  }),
  formOf(SET_RESERVE, 'reserve', {
    rate: { label: 'reserveRate', hint: 'reserveHint' },
    days: 'reserveDays',
  }),
  formOf(SET_PAYOUT_APPROVAL, 'payoutApproval', { mode: 'payoutApproval' }),
  formOf(SET_WEBHOOK_SCHEDULE, 'webhookSchedule', { schedule: 'webhookSchedule' }),
  formOf(SET_ORIGINS, 'origins', { origins: { label: 'origins', hint: 'listHint' } }),
  formOf(SET_BANKS, 'banks', { from: 'provider' }),
];

export const OWNER_FORM = formOf(
  INVITE_OWNER,
  'inviteOwner',
  { name: 'personName', email: 'personEmail' },
  { isNew: true },
);

export const ROUTE_FORMS: readonly ActForm[] = [
  formOf(SET_ROUTE, 'setRoute', { providers: { label: 'providers', hint: 'providersHint' } }),
  formOf(REMOVE_ROUTE, 'removeRoute', {}, { danger: true }),
];

export const COMPANY_FORM = formOf(CREATE_COMPANY, 'newCompany', {
  companyId: { label: 'companyId', record: 'company', hint: 'companyIdHint' },
  name: { label: 'companyName', record: 'name' },
  ...SELLER_TEXTS,
});
