import type { ApiErrorCode, ErrorDetail } from '../../contract/api-error.ts';

/** What every refusal says of itself where an operation has nothing more exact to say. */
type RefusalText = {
  /** When it is answered. */
  when: string;
  /** The sentence of the example. */
  message: string;
  details?: readonly ErrorDetail[];
  /** Answered with `Retry-After`. */
  retryAfter?: true;
};

/** Exhaustive: a new code does not compile without its row. Source: spec, "Errors"; design 5.4. */
export const REFUSALS: Readonly<Record<ApiErrorCode, RefusalText>> = {
  INSUFFICIENT_FUNDS: {
    when: 'The available balance, after reserves and pending payouts, is below the amount.',
    message: 'The available balance is too low.',
  },
  INVALID_PIX_KEY: {
    when: 'The key has not the form of its type, or is not in the directory.',
    message: 'The PIX key is not valid or does not exist.',
    details: [{ path: 'pixKey', message: 'is not in the directory' }],
  },
  BEYOND_LIMITS: {
    when: 'The amount exceeds the limit allowed at this time.',
    message: 'The amount exceeds the limit allowed at this time.',
  },
  TEMPORARY_UNAVAILABLE: {
    when: 'The acquirer is unavailable; nothing was debited. Try again in 5 to 10 minutes.',
    message: 'The acquirer is unavailable; try again later.',
    retryAfter: true,
  },
  PROVIDER_REJECTED: {
    when: 'The payment system rejected the transfer: the payout is FAILED, its balance is returned.',
    message: 'The payment system rejected the transfer.',
  },
  INVALID_DATA: {
    when: 'A field is missing or wrong; `details` names each one, never its value.',
    message: 'Some fields are not valid.',
    details: [{ path: 'amount', message: 'must be at least 1 centavo' }],
  },
  REJECTED_BY_RISK: {
    when: 'The antifraud refused the charge.',
    message: 'The charge was refused by the antifraud.',
  },
  PAYER_LIMIT_REJECTED: {
    when: 'The limit of the card does not cover the amount.',
    message: 'The limit of the card does not cover this amount.',
  },
  INVALID_CVV: {
    when: 'The CVV is wrong, or missing where a saved card needs it.',
    message: 'The CVV is not right.',
  },
  PROVIDER_ERROR: {
    when: 'The acquirer failed for a moment; nothing was charged. Try again.',
    message: 'The acquirer failed for a moment; try again.',
  },
  UNAUTHORIZED: {
    when: 'The credentials are missing, wrong, revoked or inactive.',
    message: 'The credentials are missing, wrong or no longer valid.',
  },
  INVALID_CREDENTIALS: {
    when: 'The credentials are malformed, or of several kinds at once.',
    message: 'Send one kind of credentials, not several.',
  },
  FORBIDDEN: {
    when: 'A secret key came with `Origin` or `Referer`: it must never be used from a browser.',
    message: 'The secret key must never be used from a browser.',
  },
  KYC_NOT_APPROVED: {
    when: 'The identity check (KYC) of the account is not approved.',
    message: 'The identity check (KYC) of this account is not approved.',
  },
  COMPANY_BLOCKED: { when: 'The account is blocked.', message: 'This account is blocked.' },
  METHOD_NOT_ENABLED: {
    when: 'The payment method is not enabled for the account.',
    message: 'CREDIT_CARD is not enabled for this account.',
  },
  NOT_FOUND: {
    when: 'There is no such thing, or it is not of this account.',
    message: 'There is nothing at this address.',
  },
  RATE_LIMITED: {
    when: 'Too many calls; `Retry-After` says when to try again.',
    message: 'Too many calls; try again later.',
    retryAfter: true,
  },
  DUPLICATE_REFERENCE: {
    when: 'The `referenceId` is in use with another body.',
    message: 'This referenceId belongs to another payin.',
    details: [{ path: 'referenceId', message: 'is in use by a payin with another body' }],
  },
  IDEMPOTENCY_MISMATCH: {
    when: 'The `Idempotency-Key` came before with another body.',
    message: 'This Idempotency-Key came with another body.',
  },
  IN_PROGRESS: {
    when: 'An equal request is still being worked on; ask again.',
    message: 'The first request with this key is still running.',
    retryAfter: true,
  },
  ILLEGAL_TRANSITION: {
    when: 'The status does not allow this move.',
    message: 'A payin cannot go from REFUSED to APPROVED.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The address has no such method; `Allow` names those it has.',
    message: 'Use GET, HEAD, OPTIONS here.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body is not `application/json` in UTF-8, or it is compressed.',
    message: 'The content type must be application/json.',
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is larger than 64 KiB.',
    message: 'The body must be at most 65536 bytes.',
  },
  UNAVAILABLE: {
    when: 'The service cannot take requests now; `Retry-After` says when to try again.',
    message: 'The service cannot take requests now; try again soon.',
    retryAfter: true,
  },
  INTERNAL: {
    when: 'Something went wrong on our side; the request id finds it in our logs.',
    message: 'Something went wrong on our side.',
  },
};
