import { THREEDS_ACTION_TYPE } from '../../contract/card/challenge.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { PendingThreeDS } from '../../contract/published-types.ts';

const TEXTS = [
  'threeDSecureSession',
  'threeDSecureTransactionId',
  'threeDSecureSdkUrl',
  'threeDSecureProvider',
] as const;

/**
 * The challenge fields of a payin as it reached the page. Throws `INVALID_DATA` with
 * `details.field` naming what the merchant's back end took away or changed, and
 * `THREEDS_SDK_UNAVAILABLE` with cause `unsupported` for an action of another kind.
 * Source: spec, SDK rule 6.
 */
export function readPendingThreeDS(payin: { [member: string]: unknown }): PendingThreeDS {
  for (const field of TEXTS) if (!isText(payin[field])) throw stripped(field);
  const action = payin.threeDSecureAction as { [member: string]: unknown } | null | undefined;
  if (typeof action !== 'object' || action === null) throw stripped('threeDSecureAction');
  for (const field of ['type', 'session_id', 'expires_at']) {
    if (!isText(action[field])) throw stripped(`threeDSecureAction.${field}`);
  }
  if (action.type !== THREEDS_ACTION_TYPE) {
    throw new CheckoutError(
      errorData('THREEDS_SDK_UNAVAILABLE', 'this version does not know this kind of action', {
        phase: 'config',
        cause: 'unsupported',
      }),
    );
  }
  const { type, session_id, expires_at } = action;
  return {
    threeDSecurePending: true,
    threeDSecureSession: String(payin.threeDSecureSession),
    threeDSecureTransactionId: String(payin.threeDSecureTransactionId),
    threeDSecureSdkUrl: String(payin.threeDSecureSdkUrl),
    threeDSecureProvider: String(payin.threeDSecureProvider),
    threeDSecureAction: {
      type: String(type),
      session_id: String(session_id),
      expires_at: String(expires_at),
    },
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function stripped(field: string): CheckoutError {
  const message = `${field} is missing from the payin: the back end must pass every field on`;
  return new CheckoutError(errorData('INVALID_DATA', message, { phase: 'challenge', field }));
}
