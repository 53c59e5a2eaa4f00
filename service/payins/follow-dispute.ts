import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { KnownCharge } from '../providers/acquirer.ts';
import type { PayinDependencies } from './dependencies.ts';
import { findCharge } from './find-charge.ts';
import type { Payin } from './payin.ts';
import { moveTo } from './payin-move.ts';
import { providerOf } from './payin-provider.ts';
import { amountLeft } from './refund.ts';

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
  if (charge === null) return false;
  const to = statusBy(payin, charge);
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
