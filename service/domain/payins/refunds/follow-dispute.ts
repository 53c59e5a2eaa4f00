import type { LookUp } from '../../../base/shared/look-ups.ts';
import type { KnownCharge } from '../../../providers/acquirer.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { findCharge } from '../find-charge.ts';
import type { Payin } from '../payin.ts';
import { moveTo } from '../payin-move.ts';
import { providerOf } from '../payin-provider.ts';
import { watchPayin } from '../watch-payin.ts';
import { amountLeft, refundingAmount } from './refund.ts';

/**
 * Looks up whether the cardholder has contested a charge that was decided, or has lost such a
 * dispute. What else the acquirer says of it moves nothing. False where it did not tell, or somebody
 * else has moved the payin meanwhile, so that the hint is still good.
 */
export async function followDispute(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<boolean> {
  if (!isDisputable(payin)) return true;
  const provider = await providerOf(payin, services);
  const charge = await findCharge(payin, provider, services);
  return charge !== null && applyDispute(account, payin, charge, services);
}

/**
 * Has a payin looked at for a dispute until its acquirer has told, however long that takes.
 * Decision: a dispute that is told while a refund is on its way waits for the refund's end, since it
 * takes all that is left, and that is not known before.
 */
export async function awaitDispute(payin: Payin, services: PayinDependencies): Promise<LookUp> {
  return watchPayin(payin, services);
}

/** A look at one that waits so; `begun`: this look. */
export async function followAwaitedDispute(
  account: Account,
  payin: Payin,
  begun: LookUp,
  services: PayinDependencies,
): Promise<void> {
  if (refundingAmount(payin) > 0) return;
  const isTold = await followDispute(account, payin, services);
  if (isTold) await services.lookUps.end(payin, begun);
}

/**
 * Writes an approval by `approve`, and then the dispute that the same look has shown. The payin is
 * awaited from before, so that no end of the process comes between the two.
 */
export async function approveAndDispute(
  account: Account,
  payin: Payin,
  { charge, approve }: { charge: KnownCharge; approve: () => Promise<unknown> },
  services: PayinDependencies,
): Promise<void> {
  if (charge.kind !== 'approved' || charge.dispute !== 'taken') {
    await approve();
    return;
  }
  const begun = await awaitDispute(payin, services);
  await approve();
  const approved = await services.payins.find(payin.companyId, payin.id);
  if (approved === null || !(await applyDispute(account, approved, charge, services))) return;
  await services.lookUps.end(payin, begun);
}

/** False where somebody else has moved the payin meanwhile. */
async function applyDispute(
  account: Account,
  payin: Payin,
  charge: KnownCharge,
  services: PayinDependencies,
): Promise<boolean> {
  const to = isDisputable(payin) ? statusBy(payin, charge) : payin.status;
  if (to === payin.status) return true;
  const now = accountTime(account, services.now());
  return services.movePayin(moveTo(account, payin, { to, now }, services));
}

/** Nothing is left to contest of one that was given back whole. */
function isDisputable(payin: Payin): boolean {
  const { status } = payin;
  if (status !== 'APPROVED' && status !== 'REFUNDED' && status !== 'CHARGEBACK') return false;
  return amountLeft(payin) > 0;
}

/** A dispute that is won leads back to where the payin came from. */
function statusBy({ status, refundedAmount }: Payin, charge: KnownCharge): Payin['status'] {
  if (charge.kind !== 'approved') return status;
  if (charge.dispute === 'taken') return 'CHARGEBACK';
  if (charge.dispute !== 'won' || status !== 'CHARGEBACK') return status;
  return refundedAmount > 0 ? 'REFUNDED' : 'APPROVED';
}
