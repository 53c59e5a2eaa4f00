import type { AuthenticationResult } from '../../../providers/three-d-secure-provider.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import { chargeAuthenticated } from '../charge-authenticated.ts';
import { forgetCvv } from '../decide-charge.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { sentOf } from '../payin.ts';
import { chargeBegin, moveTo } from '../payin-transition.ts';
import { cancelChallenge, isChallenged } from './acquirer-challenge.ts';
import type { Authentication, AuthenticationEnd } from './three-d-secure.ts';
import { isAuthenticated, isOver, THREEDS_TRANSITIONS } from './three-d-secure.ts';
import { threeDSProofSchema } from './three-d-secure-vault.ts';

/**
 * Once, in one commit with what follows for token or payin. Gives it as it is then: still open
 * where the acquirer has the charge and does not tell that it is called off.
 */
export async function endThreeDS(
  account: Account,
  authentication: Authentication,
  end: AuthenticationEnd,
  services: PayinDependencies,
): Promise<Authentication> {
  if (!THREEDS_TRANSITIONS[authentication.status].includes(end.status)) {
    throw new Error(`an authentication cannot go from ${authentication.status} to ${end.status}`);
  }
  if (authentication.flow === 'pre-order') await endBeforeOrder(authentication, end, services);
  else await endAfterOrder(account, authentication, end, services);
  return (await services.authentications.find(authentication)) ?? authentication;
}

export async function endIfOver(
  account: Account,
  authentication: Authentication,
  services: PayinDependencies,
): Promise<Authentication> {
  if (authentication.status !== 'OPEN' || !isOver(authentication, account, services.now())) {
    return authentication;
  }
  const end = { status: 'EXPIRED', reason: null, sealedProof: null } as const;
  return endThreeDS(account, authentication, end, services);
}

/**
 * Null while it is open. Decision: where the account's policy goes on without the bank's answer, it
 * counts as attempted, with its reason and no proof. A proof no acquirer would take is an error.
 */
export function toEnd(
  account: Account,
  authentication: Authentication,
  result: AuthenticationResult,
  { threeDSVault }: Pick<PayinDependencies, 'threeDSVault'>,
): AuthenticationEnd | null {
  switch (result.kind) {
    case 'open':
    case 'challenge':
      return null;
    case 'authenticated':
    case 'attempted':
    case 'referenced': {
      const proof = threeDSProofSchema.safeParse(toProof(result, authentication));
      if (!proof.success) return { status: 'FAILED', reason: 'error', sealedProof: null };
      return {
        status: result.kind === 'attempted' ? 'ATTEMPTED' : 'AUTHENTICATED',
        reason: null,
        // Where the charge is to verify what the browser carried, nobody tells.
        isChallenged: result.kind === 'referenced' ? null : (result.isChallenged ?? null),
        sealedProof: threeDSVault.sealProof(proof.data, authentication),
      };
    }
    case 'failed': {
      const { reason, isChallenged = null } = result;
      const goesOn = reason === 'unavailable' && account.traits.threeDSUnavailable === 'proceed';
      const status = goesOn ? 'ATTEMPTED' : 'FAILED';
      return { status, reason, isChallenged, sealedProof: null };
    }
  }
}

function toProof(
  result: Exclude<AuthenticationResult, { kind: 'open' | 'challenge' | 'failed' }>,
  { provider }: Authentication,
) {
  if (result.kind === 'referenced') return { kind: 'reference', provider, id: result.id };
  const { kind: _, isChallenged: __, ...cryptogram } = result;
  return { kind: 'cryptogram', ...cryptogram };
}

/** The result is bound to the token; without one the token is of no use any more. */
async function endBeforeOrder(
  authentication: Authentication,
  end: AuthenticationEnd,
  services: PayinDependencies,
): Promise<void> {
  const { companyId, tokenHash } = authentication;
  if (tokenHash === null) throw new Error('an authentication before the order needs a token');
  const key = { companyId, tokenHash };
  const isEnded = await services.db.transaction(async (tx) => {
    if (!(await services.authentications.end(tx, authentication, end))) return false;
    if (isAuthenticated(end)) await services.cardTokens.bindThreeDS(tx, key, end.status);
    else await services.cardTokens.revokeUnused(tx, key);
    return true;
  });
  if (isEnded && !isAuthenticated(end)) await services.cvvs.destroy(key);
}

async function endAfterOrder(
  account: Account,
  authentication: Authentication,
  end: AuthenticationEnd,
  services: PayinDependencies,
): Promise<void> {
  const { companyId, payinId } = authentication;
  if (payinId === null) throw new Error('an authentication after the order needs a payin');
  const payin = await services.payins.find(companyId, payinId);
  if (payin !== null && isChallenged(payin)) {
    await cancelChallenge(account, payin, end, services);
    return;
  }
  if (payin?.chargeState !== 'awaiting_authentication') {
    await services.db.transaction((tx) => services.authentications.end(tx, authentication, end));
    return;
  }
  const now = services.now();
  if (isAuthenticated(end)) {
    const { sealedProof } = end;
    const proof = sealedProof && services.threeDSVault.openProof(sealedProof, authentication);
    const begin = chargeBegin({ ...payin, threeDSecure: sentOf(proof) }, now, end);
    if (!(await services.transitionPayin(begin))) return;
    return chargeAuthenticated(account, begin.to, services);
  }
  const change = {
    // The card was not refused where only the time ran out. Source: spec, "3-D Secure".
    to: end.status === 'EXPIRED' ? 'CANCELED' : 'REFUSED',
    declineReason: end.status === 'EXPIRED' ? null : 'not_authenticated',
    now: accountTime(account, now),
  } as const;
  const refusal = moveTo(account, payin, change, services);
  const ended = { id: authentication.id, ends: end, forgetsSecrets: true } as const;
  const move = { ...refusal, authentication: ended };
  if (await services.transitionPayin(move)) await forgetCvv(payin, services);
}
