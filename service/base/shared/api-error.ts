import type { ApiErrorCode, ApiErrorRow, ErrorDetail } from '../../../contract/errors/api-error.ts';
import { API_ERRORS } from '../../../contract/errors/api-error.ts';
import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import type { ParamsArgument, Rule } from '../../../contract/errors/refusal-rule.ts';
import type { RefusedPayin } from '../../../contract/payments/payin.ts';
import { errorDetail } from './error-detail.ts';

export type ApiErrorOptions = {
  details?: ErrorDetail[];
  /** Sent as `Retry-After`, where it is another time than that of the code's row. */
  retryAfterSeconds?: number;
  /** The two 3-D Secure cases in which the specification asks for 422 instead of 400. */
  threeDSMissing?: boolean;
  allow?: readonly string[];
  declineReason?: DeclineReason;
  payin?: RefusedPayin;
  cause?: unknown;
};

/** A refusal the caller may see; one error handler answers it. It names fields, never values. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly threeDSMissing: boolean;
  readonly allow: readonly string[] | undefined;
  readonly declineReason: DeclineReason | undefined;
  readonly payin: RefusedPayin | undefined;

  constructor(code: ApiErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = options.details ?? [];
    const { retryAfter }: ApiErrorRow = API_ERRORS[code];
    this.retryAfterSeconds = options.retryAfterSeconds ?? retryAfter;
    this.threeDSMissing = options.threeDSMissing ?? false;
    this.allow = options.allow;
    this.declineReason = options.declineReason;
    this.payin = options.payin;
  }
}

/** What the work answers, or its refusal where that is by one of these codes. */
export function orRefusal<Answer>(
  work: Promise<Answer>,
  ...codes: readonly ApiErrorCode[]
): Promise<Answer | ApiError> {
  return work.catch((error: unknown) => {
    if (error instanceof ApiError && codes.includes(error.code)) return error;
    throw error;
  });
}

export function invalidField<Name extends Rule>(
  path: string,
  rule: Name,
  ...params: ParamsArgument<Name>
): ApiError {
  return invalidFields([errorDetail(path, rule, ...params)]);
}

export function invalidFields(details: ErrorDetail[]): ApiError {
  return new ApiError('INVALID_DATA', 'Some fields are not valid.', { details });
}

/** `of`: what has the `referenceId` already. */
export function duplicateReference(
  of: 'payin' | 'payout' | 'refund' | 'order',
  options: Pick<ApiErrorOptions, 'payin'> = {},
): ApiError {
  const details = [errorDetail('referenceId', 'in_use')];
  const message = `This referenceId belongs to another ${of}.`;
  return new ApiError('DUPLICATE_REFERENCE', message, { details, ...options });
}

export type ErrorStatus = (typeof API_ERRORS)[ApiErrorCode]['status'] | 422;

export function statusOf(error: Pick<ApiError, 'code' | 'threeDSMissing'>): ErrorStatus {
  return error.threeDSMissing ? 422 : API_ERRORS[error.code].status;
}
