import type { Account } from '../accounts/account.ts';
import { accountTime, MAX_CLOCK_OFFSET_SECONDS } from '../accounts/account.ts';
import { releaseReserves } from '../ledger/reserve.ts';
import type { MaintenanceDependencies } from '../maintenance/dependencies.ts';
import { forgetExpired } from '../maintenance/forget-expired.ts';
import { expirePayments } from '../payins/end-payment.ts';
import { followRefunds } from '../payins/follow-refunds.ts';
import { RESERVATION_LIMIT_MS, reconcilePayins } from '../payins/reconcile-payins.ts';
import { expireThreeDS } from '../payins/three-d-secure/complete-three-d-secure.ts';
import { ApiError, invalidField } from '../shared/api-error.ts';

/**
 * Moves the time of a sandbox account forward and does what the new time asks for: what expired is
 * destroyed, reserves are released, open charges and refunds are looked up again. Gives the account's new time.
 * 400 INVALID_DATA, and nothing moves, where all moves together would be too many.
 */
export async function advanceClock(
  account: Account,
  advanceSeconds: number,
  services: MaintenanceDependencies,
): Promise<Date> {
  if (!account.sandbox) throw new ApiError('FORBIDDEN', 'Only sandbox accounts have a clock.');
  const clockOffsetSeconds = await services.accounts.advanceClock(
    account.companyId,
    advanceSeconds,
  );
  if (clockOffsetSeconds === null) {
    throw invalidField(
      'advanceSeconds',
      `all moves together must be at most ${MAX_CLOCK_OFFSET_SECONDS} (100 years)`,
    );
  }
  const moved = { ...account, clockOffsetSeconds };
  const realTime = services.now();
  await expireThreeDS(moved, services, { evenEarly: true });
  await expirePayments(moved, services, { evenEarly: true });
  await releaseReserves(moved, services);
  await forgetExpired(moved, services);
  const reservedBefore = new Date(realTime.getTime() - RESERVATION_LIMIT_MS);
  await reconcilePayins(moved, { reservedBefore, evenEarly: true }, services);
  await followRefunds(moved, { askedBefore: realTime, evenEarly: true }, services);
  return accountTime(moved, realTime);
}
