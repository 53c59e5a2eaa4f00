import type { PayinCard, PayinRequest } from '../../../contract/payin.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { hashToken } from '../cards/card-token.ts';
import type { PayinDependencies } from './dependencies.ts';
import { openSealed } from './open-sealed.ts';
import type { Authentication } from './three-d-secure/three-d-secure.ts';
import { isAuthenticated } from './three-d-secure/three-d-secure.ts';
import type { ThreeDSProof } from './three-d-secure/three-d-secure-vault.ts';

/** The proof a payin may claim. `proof` is null where the policy went on without one. */
export type PayinProof = {
  authenticationId: string;
  /** The token it was made for, which the charge consumes with it. */
  tokenHash: Uint8Array;
  proof: ThreeDSProof | null;
};

/**
 * The proof that a payin of a pre-order account must name; null for other accounts, where nothing
 * a merchant says of 3-D Secure counts. 422 REJECTED_BY_RISK where 3-D Secure is missing; 422
 * INVALID_DATA where its session is missing, unknown, foreign, not finished well, over, claimed,
 * of another card, token, order, amount or plan, or cannot be read any more. Source: spec, "Errors".
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
  if (id === undefined) throw refusedProof('is required');
  const { companyId } = account;
  const found = await services.authentications.find({ companyId, id });
  if (found === null || found.flow !== 'pre-order') throw refusedProof('must be a known session');
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
  if (proof === null) throw refusedProof('cannot be read; authenticate again');
  return proof;
}

/** 422 for a session that cannot be used; says why, never a value. */
export function refusedProof(message: string): ApiError {
  return new ApiError('INVALID_DATA', 'The 3-D Secure session cannot be used for this payin.', {
    threeDSMissing: true,
    details: [{ path: 'card.threeDSecure.referenceId', message }],
  });
}

function requireUsable(found: Authentication, now: Date): void {
  if (found.status === 'OPEN') throw refusedProof('must be a session that has ended');
  if (!isAuthenticated(found)) throw refusedProof('must be a session that ended authenticated');
  if (found.claimedBy !== null) throw refusedProof('was used by another payin');
  if (found.expiresAt <= now) throw refusedProof('is over');
}

function requireSameOrder(
  found: Authentication,
  request: PayinRequest & { card: PayinCard },
): void {
  if (found.referenceId !== request.referenceId) {
    throw refusedProof('belongs to another referenceId');
  }
  if (found.amount !== request.amount) throw refusedProof('belongs to another amount');
  if (found.installments !== request.card.installments) {
    throw refusedProof('belongs to another number of installments');
  }
}

/** The token itself, or a card with the same number while its token may still be used. */
async function requireSameCard(
  found: Authentication,
  card: PayinCard,
  { cardTokens, vault, hash }: PayinDependencies,
): Promise<Uint8Array> {
  const { companyId, tokenHash } = found;
  if (tokenHash === null) throw refusedProof('must be a known session');
  if (card.token !== undefined) {
    if (!isSame(tokenHash, hashToken(hash, card.token))) {
      throw refusedProof('belongs to another token');
    }
    return tokenHash;
  }
  if (!isSame(found.cardFingerprint, vault.fingerprint(card.number))) {
    throw refusedProof('belongs to another card');
  }
  const stored = await cardTokens.find({ companyId, tokenHash });
  if (stored?.status !== 'fresh') throw refusedProof('belongs to a token that is over');
  return tokenHash;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}
