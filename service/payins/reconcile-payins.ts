import type { Account } from '../accounts/account.ts';
import type { KnownCharge } from '../providers/acquirer.ts';
import { ACQUIRER_DEADLINE_MS } from '../providers/acquirer.ts';
import { withDeadline } from '../shared/deadline.ts';
import { chargeAuthenticated } from './charge-authenticated.ts';
import { decideCharge, declineCharge, releasePayin } from './decide-charge.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';

/** Longer than any request takes: an older reservation is left over from one that died. */
export const RESERVATION_LIMIT_MS = 15_000;

/**
 * Settles payins whose charge is not known, by asking the acquirer for its own records. Charged is
 * only what it never got after the buyer was authenticated, under the same reference. `reservedBefore` (real time): younger reservations are still worked on.
 * A payin the acquirer cannot tell about yet is left for the next time.
 */
export async function reconcilePayins(
  account: Account,
  reservedBefore: Date,
  services: PayinDependencies,
): Promise<void> {
  const { payins, acquirer, timers } = services;
  for (const payin of await payins.listUndecided(account.companyId, reservedBefore)) {
    if (payin.paymentMethod !== 'CREDIT_CARD') {
      // Reserved by a process that died: what it had issued nobody has seen.
      await releasePayin(payin, services);
      continue;
    }
    const charge = { companyId: payin.companyId, reference: payin.id };
    const answer = await withDeadline((signal) => acquirer.findCharge(charge, signal), {
      deadlineMs: ACQUIRER_DEADLINE_MS,
      timers,
    });
    if (answer.kind === 'answered') await apply(account, payin, answer.value, services);
  }
}

async function apply(
  account: Account,
  payin: Payin,
  charge: KnownCharge,
  services: PayinDependencies,
): Promise<void> {
  const wasAnswered = payin.chargeState !== 'reserved';
  const own = { externalId: payin.id };
  switch (charge.kind) {
    case 'processing':
      return;
    case 'approved':
    case 'refused':
    case 'failed':
      await decideCharge(account, payin, charge, services);
      return;
    case 'declined':
      // A payin that was acknowledged cannot vanish any more, so the decline becomes its status.
      if (wasAnswered) await decideCharge(account, payin, charge, services);
      else await declineCharge(account, payin, charge, services);
      return;
    case 'unavailable':
    case 'authentication_required':
    case 'not_found':
      if (payin.chargeState === 'charging' && charge.kind === 'not_found') {
        return chargeAuthenticated(account, payin, services);
      }
      if (wasAnswered) await decideCharge(account, payin, { kind: 'failed', ...own }, services);
      else await releasePayin(payin, services);
      return;
  }
}
