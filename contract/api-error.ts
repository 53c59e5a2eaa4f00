import * as z from 'zod/mini';

/**
 * Every code the API answers with. The specification's codes first, then ours.
 * Source: spec, "Errors"; design 5.4, "error body".
 */
export const API_ERROR_CODES = [
  'INSUFFICIENT_FUNDS',
  'INVALID_PIX_KEY',
  'BEYOND_LIMITS',
  'TEMPORARY_UNAVAILABLE',
  'PROVIDER_REJECTED',
  'INVALID_DATA',
  'REJECTED_BY_RISK',
  'PAYER_LIMIT_REJECTED',
  'INVALID_CVV',
  'PROVIDER_ERROR',
  'UNAUTHORIZED',
  'INVALID_CREDENTIALS',
  'FORBIDDEN',
  'KYC_NOT_APPROVED',
  'COMPANY_BLOCKED',
  'METHOD_NOT_ENABLED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'DUPLICATE_REFERENCE',
  'IDEMPOTENCY_MISMATCH',
  'IN_PROGRESS',
  'ILLEGAL_TRANSITION',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export const apiErrorCodeSchema = z.enum(API_ERROR_CODES);
export type ApiErrorCode = z.infer<typeof apiErrorCodeSchema>;

/** `path` names the field (`card.number`); `message` says what it must be, never its value. */
export const errorDetailSchema = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

/** The body of every answer that is not 2xx. */
export const errorBodySchema = z.object({
  error: z.object({
    code: apiErrorCodeSchema,
    message: z.string(),
    details: z.array(errorDetailSchema),
  }),
  requestId: z.string(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
