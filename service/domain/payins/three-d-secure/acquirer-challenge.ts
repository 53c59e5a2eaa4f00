import type { ChargeOutcome, KnownCharge } from '../../../providers/acquirer.ts';
import { askProvider } from '../../../providers/provider.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import { forgetCvv } from '../decide-charge.ts';
import { reasonOf } from '../decline.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { findCharge } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import type { DecidedStatus } from '../payin-transition.ts';
import { acknowledgement, declineOf, moveTo } from '../payin-transition.ts';
import { approveAndBook } from '../refunds/taken-back.ts';
import type { Authentication, AuthenticationEnd } from './three-d-secure.ts';
import { authenticationIdOf, endOfLifetime } from './three-d-secure.ts';

/**
 * 3-D Secure that the acquirer runs itself, after the order. It has the charge already, so the card
 * is not kept, nothing is ever charged again, and the charge, looked up, decides both payin and
 * authentication in one commit.
 */

export function isChallenged({ status, chargeState }: Pick<Payin, 'status' | 'chargeState'>) {
  return status === 'PENDING_3DS' && chargeState === 'unknown';
}

type Challenge = Extract<ChargeOutcome, { kind: 'challenge_required' }>;

export async function awaitChallenge(
  account: Account,
  payin: Payin,
  begun: { cardFingerprint: Uint8Array; challenge: Challenge },
  services: PayinDependencies,
): Promise<Payin | null> {
  const { companyId, id: payinId, provider, amount, installments, referenceId } = payin;
  const { cardFingerprint, challenge } = begun;
  const { externalId, session } = challenge;
  const createdAt = accountTime(account, services.now());
  const authentication: Authentication = {
    ...{ companyId, payinId, provider, amount, installments, referenceId, cardFingerprint },
    ...{ session, transactionId: externalId, createdAt },
    id: authenticationIdOf(services.hash, companyId, { payinId }),
    flow: 'post-order',
    tokenHash: null,
    status: 'OPEN',
    reason: null,
    isChallenged: null,
    sealedProof: null,
    sealedCard: null,
    claimedBy: null,
    expiresAt: endOfLifetime(createdAt),
  };
  const first = {
    status: 'PENDING_3DS',
    chargeState: 'unknown',
    authenticationId: authentication.id,
    externalId,
    expiresAt: authentication.expiresAt,
  } as const;
  const move = acknowledgement(payin, first, authentication);
  const isMoved = await services.transitionPayin(move);
  await forgetCvv(payin, services);
  return isMoved ? move.to : null;
}

const OVER: AuthenticationEnd = { status: 'EXPIRED', reason: null, sealedProof: null };

/** Called off once the buyer's time is over. False, and all stays, where nobody tells. */
export async function followChallenge(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<boolean> {
  const now = accountTime(account, services.now());
  if (payin.expiresAt !== null && payin.expiresAt <= now) {
    return cancelChallenge(account, payin, OVER, services);
  }
  const charge = await findCharge(payin, await providerOf(payin, services), services);
  if (charge === null) return false;
  await decideChallenge(account, payin, { charge, calledOff: OVER }, services);
  return true;
}

/**
 * Nobody waits for the buyer any more: the acquirer is told to call the charge off, and asked what it
 * is then, since that may have been too late. While the charge waits on, so do payin and
 * authentication. `end`: what becomes of the authentication of a charge that was called off.
 */
export async function cancelChallenge(
  account: Account,
  payin: Payin,
  end: AuthenticationEnd,
  services: PayinDependencies,
): Promise<boolean> {
  const provider = await providerOf(payin, services);
  const { companyId, id: reference, externalId, authenticationId } = payin;
  if (provider === null || authenticationId === null) return false;
  const charge = { companyId, reference, externalId, cancelId: authenticationId };
  // Whatever it answers: the charge itself tells.
  const cancel = async (signal: AbortSignal) => provider.challenges?.cancel(charge, signal);
  await askProvider(provider, cancel, { timers: services.timers, slot: services.slot });
  const known = await findCharge(payin, provider, services);
  if (known === null) return false;
  await decideChallenge(account, payin, { charge: known, calledOff: end }, services);
  return true;
}

async function decideChallenge(
  account: Account,
  payin: Payin,
  { charge, calledOff }: { charge: KnownCharge; calledOff: AuthenticationEnd },
  services: PayinDependencies,
): Promise<void> {
  const decision = decisionOf(charge, calledOff);
  const { authenticationId: id } = payin;
  if (decision === null || id === null) return;
  const now = accountTime(account, services.now());
  const { to, ends, declineReason } = decision;
  const terms = charge.kind === 'approved' ? charge.terms : undefined;
  const move = moveTo(account, payin, { to, declineReason, now, terms }, services);
  const approve = () =>
    services.transitionPayin({
      ...move,
      to: { ...move.to, threeDSecure: ends.status === 'AUTHENTICATED' ? { eci: null } : null },
      authentication: { id, ends, forgetsSecrets: true },
      decline: charge.kind === 'declined' ? declineOf(payin, charge, now) : null,
    });
  const told = charge.kind === 'approved' ? charge : {};
  await approveAndBook(account, payin, { told, approve }, services);
}

type Decision = {
  to: DecidedStatus;
  ends: AuthenticationEnd;
  declineReason: Payin['declineReason'];
};

/**
 * Null while the buyer may still confirm. Decision: a card that was refused for another reason than
 * that its holder did not confirm counts as authenticated: its bank was asked, and knew the buyer.
 */
function decisionOf(charge: KnownCharge, calledOff: AuthenticationEnd): Decision | null {
  switch (charge.kind) {
    case 'approved':
      return { to: 'APPROVED', ends: ended('AUTHENTICATED'), declineReason: null };
    case 'refused':
    case 'declined': {
      const declineReason = reasonOf(charge);
      const ends =
        declineReason === 'not_authenticated'
          ? ended('FAILED', 'not_authenticated')
          : ended('AUTHENTICATED');
      return { to: 'REFUSED', ends, declineReason };
    }
    case 'failed':
      return { to: 'FAILED', ends: ended('FAILED', 'error'), declineReason: null };
    case 'voided':
      // The card was not refused where only the time ran out. Source: spec, "3-D Secure".
      return calledOff.status === 'EXPIRED'
        ? { to: 'CANCELED', ends: calledOff, declineReason: null }
        : { to: 'REFUSED', ends: calledOff, declineReason: 'not_authenticated' };
    case 'processing':
    case 'challenge_required':
    case 'authentication_required':
    case 'invalid_data':
    case 'unavailable':
    case 'not_found':
      return null;
  }
}

function ended(status: AuthenticationEnd['status'], reason: AuthenticationEnd['reason'] = null) {
  // The charge waited for the buyer alone; what broke does not tell whether anybody asked.
  const isChallenged = reason === 'error' ? null : true;
  return { status, reason, isChallenged, sealedProof: null };
}
