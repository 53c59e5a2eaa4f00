/** The configuration is told of any account; everything else is for accounts that may transact. */
export const TRANSACTING = ['KYC_NOT_APPROVED', 'COMPANY_BLOCKED'] as const;

export const NO_CREDENTIAL = {
  code: 'UNAUTHORIZED',
  when: 'No credential was sent, or it is wrong, revoked or inactive.',
} as const;

export const PAST_BUDGET = {
  code: 'RATE_LIMITED',
  when: 'More within a minute than one public key, or one address with it, may open.',
} as const;
