import * as z from 'zod/mini';
import { refusedPayinSchema } from '../payments/payin.ts';
import type { BrokenRule } from './broken-rule.ts';
import { declineReasonSchema, declineRetrySchema } from './decline-reason.ts';
import { API_RULE_NAMES, RULES } from './refusal-rule.ts';

export const brokenRuleSchema = z.object({
  rule: z.enum(RULES),
  params: z.exactOptional(z.record(z.string(), z.union([z.string(), z.number()]))),
});

/**
 * `path` names the field (`card.number`), `rule` what it broke; `message` says the same for people.
 * None of them holds what was sent.
 */
export const errorDetailSchema = z.object({
  path: z.string(),
  rule: z.enum(API_RULE_NAMES),
  params: brokenRuleSchema.shape.params,
  message: z.string(),
});
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

export type ApiErrorRow = {
  /** Of the answer, except for the two cases of 3-D Secure that the specification gives 422. */
  status: number;
  /** The answer where a refusal has no sentence of its own; also the example of the API. */
  message: string;
  details?: readonly ({ path: string } & BrokenRule)[];
  /** Seconds, answered as `Retry-After` where a refusal has none of its own. */
  retryAfter?: number;
};

/**
 * Every code the API answers with: the specification's codes first, then ours. The status of an
 * answer, the API's description and the page about errors all come from here, so that a new code is
 * one row, and one of what to do about it in `api-error-guide.json`. Source: spec, "Errors".
 */
export const API_ERRORS = {
  INSUFFICIENT_FUNDS: { status: 400, message: 'The available balance is too low.' },
  INVALID_PIX_KEY: {
    status: 400,
    message: 'The PIX key is not valid or does not exist.',
    details: [{ path: 'pixKey', rule: 'unknown' }],
  },
  BEYOND_LIMITS: { status: 400, message: 'The amount exceeds the limit allowed at this time.' },
  TEMPORARY_UNAVAILABLE: {
    status: 502,
    message: 'The acquirer is unavailable; try again later.',
    retryAfter: 300,
  },
  PROVIDER_REJECTED: { status: 502, message: 'The payment system rejected the transfer.' },
  INVALID_DATA: {
    status: 400,
    message: 'Some fields are not valid.',
    details: [{ path: 'amount', rule: 'too_small', params: { min: 1 } }],
  },
  REJECTED_BY_RISK: { status: 400, message: 'The charge was refused by the antifraud.' },
  PAYER_LIMIT_REJECTED: {
    status: 400,
    message: 'The limit of the card does not cover this amount.',
  },
  INVALID_CVV: { status: 400, message: 'The CVV is not right.' },
  PROVIDER_ERROR: {
    status: 502,
    message: 'The acquirer failed for a moment; try again.',
    retryAfter: 5,
  },
  UNAUTHORIZED: { status: 401, message: 'The credentials are missing, wrong or no longer valid.' },
  INVALID_CREDENTIALS: { status: 400, message: 'Send one kind of credentials, not several.' },
  FORBIDDEN: { status: 403, message: 'The secret key must never be used from a browser.' },
  INSUFFICIENT_SCOPE: {
    status: 403,
    message: 'This key pair does not have the scope "payout".',
    details: [{ path: 'scope', rule: 'one_of', params: { values: 'payout' } }],
  },
  KYC_NOT_APPROVED: {
    status: 403,
    message: 'The identity check (KYC) of this account is not approved.',
  },
  COMPANY_BLOCKED: { status: 403, message: 'This account is blocked.' },
  METHOD_NOT_ENABLED: { status: 403, message: 'CREDIT_CARD is not enabled for this account.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  RATE_LIMITED: { status: 429, message: 'Too many calls; try again later.', retryAfter: 60 },
  DUPLICATE_REFERENCE: {
    status: 409,
    message: 'This referenceId belongs to another payin.',
    details: [{ path: 'referenceId', rule: 'in_use' }],
  },
  IDEMPOTENCY_MISMATCH: { status: 422, message: 'This Idempotency-Key came with another body.' },
  IN_PROGRESS: {
    status: 409,
    message: 'The first request with this key is still running.',
    retryAfter: 1,
  },
  ILLEGAL_TRANSITION: { status: 409, message: 'A payin cannot go from REFUSED to APPROVED.' },
  NOT_REFUNDABLE: { status: 409, message: 'A payin that is PENDING cannot be refunded.' },
  REFUND_NOT_SUPPORTED: { status: 400, message: 'A payin by BOLETO cannot be refunded here.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Use GET, HEAD, OPTIONS here.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The content type must be application/json.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body must be at most 65536 bytes.' },
  UNAVAILABLE: {
    status: 503,
    message: 'The service cannot take requests now; try again soon.',
    retryAfter: 5,
  },
  INTERNAL: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Readonly<Record<string, ApiErrorRow>>;

export type ApiErrorCode = keyof typeof API_ERRORS;

function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}

export const API_ERROR_CODES: readonly ApiErrorCode[] =
  Object.keys(API_ERRORS).filter(isApiErrorCode);

export const apiErrorCodeSchema = z.enum(API_ERROR_CODES);

/**
 * The body of every answer that is not 2xx. Why a card was refused comes with a decline alone, `payin`
 * with the 409s that are about one.
 */
export const errorBodySchema = z.object({
  error: z.object({
    code: apiErrorCodeSchema,
    message: z.string(),
    details: z.array(errorDetailSchema),
    declineReason: z.optional(declineReasonSchema),
    retry: z.optional(declineRetrySchema),
    payin: z.optional(refusedPayinSchema),
  }),
  requestId: z.string(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
