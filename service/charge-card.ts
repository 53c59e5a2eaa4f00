import type { Account } from './account.ts';
import type { Acquirer, ChargeOutcome } from './acquirer.ts';
import { ACQUIRER_DEADLINE_MS } from './acquirer.ts';
import { ApiError } from './api-error.ts';
import { withDeadline } from './deadline.ts';
import { declined } from './decline.ts';
import type { OpenServices } from './open-three-d-secure.ts';
import { openThreeDSForPayin } from './open-three-d-secure.ts';
import type { Payin } from './payin.ts';
import type { PayinCardToCharge } from './payin-card.ts';
import type { Timers } from './periodic.ts';
import type { SettlementServices } from './settle-charge.ts';
import { forgetCvv, settleDecided, settleDeclined, settleReleased } from './settle-charge.ts';

export type ChargeServices = SettlementServices &
  OpenServices & { acquirer: Acquirer; timers: Timers };

/**
 * Charges the card of a reserved payin and writes what came of it. Never inside a transaction: an
 * acquirer may take three seconds, a lock must not.
 */
export async function chargeCard(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  services: ChargeServices,
): Promise<Payin> {
  const { card, cvv, authentication } = toCharge;
  const proof = authentication?.proof ?? null;
  const answer = await withDeadline(
    (signal) =>
      services.acquirer.charge(
        {
          companyId: payin.companyId,
          reference: payin.id,
          orderReference: payin.referenceId,
          amount: payin.amount,
          installments: payin.installments,
          card,
          ...(cvv === null ? {} : { cvv }),
          ...(proof === null ? {} : { authentication: proof }),
          canAuthenticateLater: account.traits.threeDSFlow === 'post-order',
        },
        signal,
      ),
    { deadlineMs: ACQUIRER_DEADLINE_MS, timers: services.timers },
  );
  if (answer.kind === 'answered') return settle(account, payin, toCharge, answer.value, services);
  return leavePending(payin, services);
}

async function settle(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  outcome: ChargeOutcome,
  services: ChargeServices,
): Promise<Payin> {
  switch (outcome.kind) {
    case 'approved':
    case 'refused':
    case 'failed':
      return settleDecided(account, payin, outcome, services);
    case 'declined':
      await settleDeclined(account, payin, outcome, services);
      throw declined(outcome.code);
    case 'unavailable':
      await settleReleased(payin, services);
      throw new ApiError('PROVIDER_ERROR', 'The acquirer failed for a moment; try again.');
    case 'authentication_required':
      return authenticateFirst(account, payin, toCharge, services);
  }
}

/** Nothing stays reserved for an authentication that cannot be opened. */
async function authenticateFirst(
  account: Account,
  payin: Payin,
  toCharge: PayinCardToCharge,
  services: ChargeServices,
): Promise<Payin> {
  try {
    return await openThreeDSForPayin(account, payin, toCharge, services);
  } catch (error) {
    await settleReleased(payin, services);
    throw error;
  }
}

/**
 * No answer, or one we could not understand: the charge may have been made. It is acknowledged as
 * PENDING under an external id of ours and looked up later, never sent again.
 */
async function leavePending(payin: Payin, services: ChargeServices): Promise<Payin> {
  const pending: Payin = { ...payin, chargeState: 'unknown', externalId: payin.id };
  const isMarked = await services.payins.markUnknown(pending);
  await forgetCvv(payin, services);
  if (isMarked) return pending;
  return (await services.payins.find(payin.companyId, payin.id)) ?? pending;
}
