import type { ApiErrorCode } from '../contract/api-error.ts';
import type { ApiError } from './api-error.ts';

/** Source: spec, "Errors"; design 5.4. Exhaustive: a new code does not compile without its row. */
const STATUS = {
  INSUFFICIENT_FUNDS: 400,
  INVALID_PIX_KEY: 400,
  BEYOND_LIMITS: 400,
  TEMPORARY_UNAVAILABLE: 502,
  PROVIDER_REJECTED: 502,
  INVALID_DATA: 400,
  REJECTED_BY_RISK: 400,
  PAYER_LIMIT_REJECTED: 400,
  INVALID_CVV: 400,
  PROVIDER_ERROR: 502,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 400,
  FORBIDDEN: 403,
  KYC_NOT_APPROVED: 403,
  COMPANY_BLOCKED: 403,
  METHOD_NOT_ENABLED: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  DUPLICATE_REFERENCE: 409,
  IDEMPOTENCY_MISMATCH: 422,
  IN_PROGRESS: 409,
  ILLEGAL_TRANSITION: 409,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const satisfies Record<ApiErrorCode, number>;

export type ErrorStatus = (typeof STATUS)[ApiErrorCode];

export function statusOf(error: Pick<ApiError, 'code' | 'threeDSMissing'>): ErrorStatus {
  return error.threeDSMissing ? 422 : STATUS[error.code];
}
