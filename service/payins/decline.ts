import { API_ERRORS } from '../../contract/api-error.ts';
import type { CardBrand } from '../../contract/card-brand.ts';
import type { ChargeOutcome } from '../providers/acquirer.ts';
import { ApiError } from '../shared/api-error.ts';
import type { Queryable } from '../shared/db.ts';

export type DeclineCode = Extract<ChargeOutcome, { kind: 'declined' }>['code'];

/** A charge refused with a cause: no payin is left of it, the operator still sees it. */
export type Decline = {
  companyId: string;
  /** The id the payin would have had; the acquirer knows it as its reference. */
  payinId: string;
  referenceId: string;
  bodyFingerprint: Uint8Array;
  code: DeclineCode;
  decidedBy: 'issuer' | 'antifraud';
  amount: number;
  cardBrand: CardBrand;
  cardLast4: string;
  createdAt: Date;
};

export interface DeclineStore {
  insert(tx: Queryable, decline: Decline): Promise<void>;
  findCode(companyId: string, payinId: string): Promise<DeclineCode | null>;
}

export function declined(code: DeclineCode): ApiError {
  return new ApiError(code, API_ERRORS[code].message);
}
