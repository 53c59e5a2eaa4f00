import type { ParamsArgument, Rule } from '../../../contract/errors/refusal-rule.ts';
import type { PayinCard, PayinRequest } from '../../../contract/payments/payin.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { hashToken } from '../cards/card-token.ts';
import type { PayinDependencies } from './dependencies.ts';
import { openSealed } from './open-sealed.ts';
import type { Authentication } from './three-d-secure/three-d-secure.ts';
import { isAuthenticated } from './three-d-secure/three-d-secure.ts';
import type { ThreeDSProof } from './three-d-secure/three-d-secure-vault.ts';

export type PayinProof = {
  authenticationId: string;
  tokenHash: Uint8Array;
  proof: ThreeDSProof | null;
};

/**
 * Null for other accounts, where nothing a merchant says of 3-D Secure counts. 422 REJECTED_BY_RISK
 * where it is missing; 422 INVALID_DATA for a session that does not fit or cannot be read any more.
 * Source: spec, "Errors".
 */
export async function readPayinProof(
  account: Account,
  request: PayinRequest & { card: PayinCard },
  services: PayinDependencies,
): Promise<PayinProof | null> {
  if (account.traits.threeDSFlow !== 'pre-order') return null;
  const { card } = request;
  if (card.threeDSecure === undefined) {
    throw new ApiError('REJECTED_BY_RISK', 'This account charges cards with 3-D Secure only.', {
      threeDSMissing: true,
    });
  }
  const id = card.threeDSecure.referenceId;
  if (id === undefined) throw refusedProof('required');
  const { companyId } = account;
  const found = await services.authentications.find({ companyId, id });
  if (found === null || found.flow !== 'pre-order') throw refusedProof('unknown');
  requireUsable(found, accountTime(account, services.now()));
  requireSameOrder(found, request);
  return {
    authenticationId: id,
    tokenHash: await requireSameCard(found, card, services),
    proof: openProof(found, services),
  };
}

function openProof(found: Authentication, services: PayinDependencies): ThreeDSProof | null {
  const { companyId, sealedProof } = found;
  if (sealedProof === null) return null;
  const open = () => services.threeDSVault.openProof(sealedProof, found);
  const proof = openSealed({ companyId, kind: 'proof' }, open, services);
  if (proof === null) throw refusedProof('unreadable');
  return proof;
}

/** 422 that says why, never a value. */
export function refusedProof<Name extends Rule>(
  rule: Name,
  ...params: ParamsArgument<Name>
): ApiError {
  return new ApiError('INVALID_DATA', 'The 3-D Secure session cannot be used for this payin.', {
    threeDSMissing: true,
    details: [errorDetail('card.threeDSecure.referenceId', rule, ...params)],
  });
}

function requireUsable(found: Authentication, now: Date): void {
  if (!isAuthenticated(found)) throw refusedProof('not_authenticated');
  if (found.claimedBy !== null) throw refusedProof('used');
  if (found.expiresAt <= now) throw refusedProof('expired');
}

function requireSameOrder(found: Authentication, request: PayinRequest & { card: PayinCard }) {
  if (found.referenceId !== request.referenceId) {
    throw refusedProof('of_another', { field: 'referenceId' });
  }
  if (found.amount !== request.amount) throw refusedProof('of_another', { field: 'amount' });
  if (found.installments !== request.card.installments) {
    throw refusedProof('of_another', { field: 'installments' });
  }
}

async function requireSameCard(
  found: Authentication,
  card: PayinCard,
  { cardTokens, vault, hash }: PayinDependencies,
): Promise<Uint8Array> {
  const { companyId, tokenHash } = found;
  if (tokenHash === null) throw refusedProof('unknown');
  if (card.token !== undefined) {
    if (!isSame(tokenHash, hashToken(hash, card.token))) {
      throw refusedProof('of_another', { field: 'token' });
    }
    return tokenHash;
  }
  if (!isSame(found.cardFingerprint, vault.fingerprint(card.number))) {
    throw refusedProof('of_another', { field: 'card' });
  }
  const stored = await cardTokens.find({ companyId, tokenHash });
  if (stored?.status !== 'fresh') throw refusedProof('expired');
  return tokenHash;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}
