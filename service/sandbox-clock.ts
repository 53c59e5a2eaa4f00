import type { Account } from './account.ts';
import { accountTime } from './account.ts';
import { ApiError } from './api-error.ts';
import type { FollowServices } from './complete-three-d-secure.ts';
import { expireThreeDS } from './complete-three-d-secure.ts';
import type { ExpiryServices } from './forget-expired.ts';
import { forgetExpired } from './forget-expired.ts';
import type { ReconciliationServices } from './reconcile-payins.ts';
import { RESERVATION_LIMIT_MS, reconcilePayins } from './reconcile-payins.ts';
import type { ReserveServices } from './reserve.ts';
import { releaseReserves } from './reserve.ts';
import { expirePayments } from './settle-payment.ts';

export type SandboxClockServices = ReconciliationServices &
  ExpiryServices &
  FollowServices &
  ReserveServices;

/**
 * Moves the time of a sandbox account forward and does what the new time asks for: what expired is
 * destroyed, reserves are released, open charges are looked up again. Gives the account's new time.
 */
export async function advanceClock(
  account: Account,
  advanceSeconds: number,
  services: SandboxClockServices,
): Promise<Date> {
  if (!account.sandbox) throw new ApiError('FORBIDDEN', 'Only sandbox accounts have a clock.');
  const clockOffsetSeconds = await services.accounts.advanceClock(
    account.companyId,
    advanceSeconds,
  );
  const moved = { ...account, clockOffsetSeconds };
  const realTime = services.now();
  await expireThreeDS(moved, services);
  await expirePayments(moved, services);
  await releaseReserves(moved, services);
  await forgetExpired(moved, services);
  await reconcilePayins(moved, new Date(realTime.getTime() - RESERVATION_LIMIT_MS), services);
  return accountTime(moved, realTime);
}
