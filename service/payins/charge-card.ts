import type { Account } from '../accounts/account.ts';
import type { ChargeOutcome } from '../providers/acquirer.ts';
import { ACQUIRER_DEADLINE_MS } from '../providers/acquirer.ts';
import { ApiError } from '../shared/api-error.ts';
import { withDeadline } from '../shared/deadline.ts';
import { decideCharge, declineCharge, forgetCvv, releasePayin } from './decide-charge.ts';
import { declined, reasonOf } from './decline.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { chargedAmount, orderFactsOf } from './payin.ts';
import type { PayinCardToCharge } from './payin-card.ts';
import { acknowledgement } from './payin-move.ts';
import { openThreeDSForPayin } from './three-d-secure/open-three-d-secure.ts';

/**
 * Charges the card of a reserved payin and writes what came of it. Never inside a transaction: an
 * acquirer may take three seconds, a lock must not.
 */
export async function chargeCard(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  services: PayinDependencies,
): Promise<Payin> {
  const { card, cvv, authentication } = toCharge;
  const proof = authentication?.proof ?? null;
  const answer = await withDeadline(
    (signal) =>
      services.acquirer.charge(
        {
          companyId: payin.companyId,
          reference: payin.id,
          ...orderFactsOf(account, payin),
          amount: chargedAmount(payin),
          installments: payin.installments,
          card,
          brand: toCharge.brand,
          ...(cvv === null ? {} : { cvv }),
          ...(proof === null ? {} : { authentication: proof }),
          canAuthenticateLater: account.traits.threeDSFlow === 'post-order',
        },
        signal,
      ),
    { deadlineMs: ACQUIRER_DEADLINE_MS, timers: services.timers },
  );
  if (answer.kind === 'answered') return finish(account, payin, toCharge, answer.value, services);
  return leavePending(payin, services);
}

async function finish(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  outcome: ChargeOutcome,
  services: PayinDependencies,
): Promise<Payin> {
  switch (outcome.kind) {
    case 'approved':
    case 'refused':
    case 'failed':
      return decideCharge(account, payin, outcome, services);
    case 'declined':
      await declineCharge(account, payin, outcome, services);
      throw declined({ code: outcome.code, reason: reasonOf(outcome) });
    case 'unavailable':
      await releasePayin(payin, services);
      throw new ApiError('PROVIDER_ERROR', 'The acquirer failed for a moment; try again.');
    case 'processing':
      return leavePending(payin, services);
    case 'authentication_required':
      return authenticateFirst(account, payin, toCharge, services);
  }
}

/** Nothing stays reserved for an authentication that cannot be opened. */
async function authenticateFirst(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  services: PayinDependencies,
): Promise<Payin> {
  try {
    return await openThreeDSForPayin(account, payin, toCharge, services);
  } catch (error) {
    await releasePayin(payin, services);
    throw error;
  }
}

/**
 * Taken in and not decided, no answer, or one we could not understand: the charge may have been
 * made. It is acknowledged as
 * PENDING and looked up later, never sent again.
 */
async function leavePending(payin: Payin, services: PayinDependencies): Promise<Payin> {
  const first = { status: payin.status, chargeState: 'unknown' } as const;
  const move = acknowledgement(payin, first);
  const isMoved = await services.movePayin(move);
  await forgetCvv(payin, services);
  if (isMoved) return move.to;
  return (await services.payins.find(payin.companyId, payin.id)) ?? payin;
}
