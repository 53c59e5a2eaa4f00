import type { CardBrand } from '../contract/card-brand.ts';
import type { ChargeOutcome } from './acquirer.ts';
import { ApiError } from './api-error.ts';
import type { Queryable } from './store/db.ts';

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

const SENTENCES: Readonly<Record<DeclineCode, string>> = {
  PAYER_LIMIT_REJECTED: 'The limit of the card does not cover this amount.',
  INVALID_CVV: 'The CVV is not right.',
  REJECTED_BY_RISK: 'The charge was refused by the antifraud.',
};

export function declined(code: DeclineCode): ApiError {
  return new ApiError(code, SENTENCES[code]);
}
