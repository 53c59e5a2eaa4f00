import type { CardBrand } from '../../../contract/card/card-brand.ts';
import type { PayinCard } from '../../../contract/payments/payin.ts';
import { ApiError, invalidField, invalidFields } from '../../base/shared/api-error.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { AuthenticationProof } from '../../providers/acquirer.ts';
import type { Account } from '../accounts/account.ts';

export type OwnProof = Extract<AuthenticationProof, { kind: 'cryptogram' }>;

const FIELDS = ['cavv', 'eci', 'dsTransactionId', 'version'] as const;

/** Whether a merchant brings anything of a proof of their own, on an account that takes one. */
export function hasOwnProof({ traits }: Account, { threeDSecure }: PayinCard): boolean {
  return traits.ownThreeDS && FIELDS.some((field) => threeDSecure?.[field] !== undefined);
}

/**
 * Null where there is none. 400 INVALID_DATA where a part is missing, or a session of ours is named
 * beside it. Decision: it is not kept, not even sealed: the charge carries it and is never sent
 * twice; the order's fingerprint tells that a repeat brings the same.
 */
export function readOwnProof(account: Account, card: PayinCard): OwnProof | null {
  if (!hasOwnProof(account, card)) return null;
  const { referenceId, cavv, eci, dsTransactionId, version } = card.threeDSecure ?? {};
  if (referenceId !== undefined) {
    throw invalidField('card.threeDSecure.referenceId', 'not_together', {
      with: FIELDS.join(', '),
    });
  }
  if (
    cavv === undefined ||
    eci === undefined ||
    dsTransactionId === undefined ||
    version === undefined
  ) {
    const missing = FIELDS.filter((field) => card.threeDSecure?.[field] === undefined);
    throw invalidFields(
      missing.map((field) => errorDetail(`card.threeDSecure.${field}`, 'required')),
    );
  }
  return { kind: 'cryptogram', cavv, eci, dsTransactionId, version };
}

/**
 * 422 INVALID_DATA where a CAVV or an ECI stands alone on an account that uses none: the charge
 * would leave with the merchant a loss they take for the issuer's. Beside a session of ours both
 * are ignored. Source: spec, "card", threeDSecure.
 */
export function requireNoUnusedProof({ traits }: Account, body: unknown): void {
  const proof = Object(Object(Object(body).card).threeDSecure);
  const isGiven = (field: string) => (proof[field] ?? '') !== '';
  const unused = traits.ownThreeDS ? [] : ['cavv', 'eci'].filter(isGiven);
  if (unused.length === 0 || isGiven('referenceId')) return;
  const message = 'This account uses no 3-D Secure that was made elsewhere; leave its proof out.';
  throw new ApiError('INVALID_DATA', message, {
    threeDSMissing: true,
    details: unused.map((field) => errorDetail(`card.threeDSecure.${field}`, 'not_enabled')),
  });
}

/** 400 INVALID_DATA for another brand's ECI. Decision: an unnamed brand may have either. */
export function requireEciOf(brand: CardBrand, { eci }: OwnProof): void {
  const isMastercards = eci === '01' || eci === '02';
  if (brand === 'unknown' || isMastercards === (brand === 'mastercard' || brand === 'maestro')) {
    return;
  }
  throw invalidField('card.threeDSecure.eci', 'of_another', { field: 'brand' });
}
