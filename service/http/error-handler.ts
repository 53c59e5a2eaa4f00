import type { Context, MiddlewareHandler } from 'hono';
import type { ErrorBody } from '../../contract/errors/api-error.ts';
import { DECLINE_RETRIES } from '../../contract/errors/decline-reason.ts';
import { ApiError, statusOf } from '../base/shared/api-error.ts';
import { DbUnavailable, refusalOf } from '../base/shared/db.ts';
import type { AppEnv } from './app-env.ts';

const BUSY = new ApiError(
  'UNAVAILABLE',
  'The service has as much to do as it can; nothing was done. Try again soon.',
  { retryAfterSeconds: 1 },
);

export const answerBusy: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.env?.hasNoPlace) return answerError(BUSY, c);
  await next();
  return undefined;
};

export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const refusal = toApiError(error);
  c.set('errorCode', refusal.code);
  c.set('refusal', refusal);
  const isOwnLimit = error instanceof DbUnavailable && refusalOf(error) === null;
  if (refusal.code === 'INTERNAL' || isOwnLimit) logFailure(error, c);
  if (refusal.retryAfterSeconds !== undefined) {
    c.header('Retry-After', String(refusal.retryAfterSeconds));
  }
  if (refusal.allow !== undefined) c.header('Allow', refusal.allow.join(', '));
  if (refusal.code === 'UNAUTHORIZED' && isOfServer(c)) {
    c.header('WWW-Authenticate', 'Basic realm="checkout"');
  }
  const { code, message, details, declineReason, payin } = refusal;
  const body: ErrorBody = {
    error: {
      code,
      message,
      details,
      ...(declineReason === undefined
        ? {}
        : { declineReason, retry: DECLINE_RETRIES[declineReason] }),
      ...(payin === undefined ? {} : { payin }),
    },
    requestId: c.get('requestId'),
  };
  return c.json(body, statusOf(refusal));
}

/** In a browser the header would ask the buyer for a name and a password. */
function isOfServer({ req }: Context<AppEnv>): boolean {
  const isOfBrowser = ['x-public-key', 'origin'].some((name) => req.header(name) !== undefined);
  return !isOfBrowser && !req.path.startsWith('/checkout/');
}

export function answerNotFound(c: Context<AppEnv>): Response {
  return answerError(new ApiError('NOT_FOUND', 'There is nothing at this address.'), c);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DbUnavailable) {
    return new ApiError('UNAVAILABLE', 'The service cannot take requests now; try again soon.', {
      cause: error,
    });
  }
  return new ApiError('INTERNAL', 'Something went wrong on our side.', { cause: error });
}

/** Name and frames only: a message of a driver or parser may quote the value it stumbled over. */
function logFailure(error: unknown, c: Context<AppEnv>): void {
  c.get('log').error(
    { requestId: c.get('requestId'), errorName: nameOf(error), frames: framesOf(error) },
    'request failed',
  );
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  return error.stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
