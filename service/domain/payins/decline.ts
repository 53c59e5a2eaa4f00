import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { API_ERRORS } from '../../../contract/errors/api-error.ts';
import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import type { ChargeOutcome } from '../../providers/acquirer.ts';

export type DeclineCode = Extract<ChargeOutcome, { kind: 'declined' }>['code'];

/** A charge refused with a cause: no payin is left of it, the operator still sees it. */
export type Decline = {
  companyId: string;
  /** The id the payin would have had; the acquirer knows it as its reference. */
  payinId: string;
  referenceId: string;
  bodyFingerprint: Uint8Array;
  code: DeclineCode;
  reason: DeclineReason | null;
  decidedBy: 'issuer' | 'antifraud';
  amount: number;
  cardBrand: CardBrand;
  cardLast4: string;
  createdAt: Date;
};

export interface DeclineStore {
  insert(tx: Queryable, decline: Decline): Promise<void>;
  find(companyId: string, payinId: string): Promise<Decline | null>;
}

export function declined({ code, reason }: Pick<Decline, 'code' | 'reason'>): ApiError {
  return new ApiError(code, API_ERRORS[code].message, {
    declineReason: reasonOfDecline({ code, reason }),
  });
}

export function reasonOfDecline({ code, reason }: Pick<Decline, 'code' | 'reason'>): DeclineReason {
  return reason ?? REASON_OF_CODE[code];
}

const REASON_OF_CODE: Readonly<Record<DeclineCode, DeclineReason>> = {
  PAYER_LIMIT_REJECTED: 'insufficient_funds',
  INVALID_CVV: 'invalid_cvv',
  REJECTED_BY_RISK: 'suspected_fraud',
};

/** Decision: an acquirer that gives no reason did not honour it. */
export function reasonOf(
  outcome:
    | Extract<ChargeOutcome, { kind: 'declined' }>
    | { kind: 'refused'; reason?: DeclineReason },
): DeclineReason {
  if (outcome.reason !== undefined) return outcome.reason;
  return outcome.kind === 'declined' ? REASON_OF_CODE[outcome.code] : 'do_not_honour';
}
