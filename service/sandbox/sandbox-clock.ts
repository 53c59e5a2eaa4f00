import { ApiError, invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { accountTime, MAX_CLOCK_OFFSET_SECONDS } from '../domain/accounts/account.ts';
import { releaseReserves } from '../domain/ledger/reserve.ts';
import { releaseWaiting } from '../domain/ledger/waiting.ts';
import { expirePayments } from '../domain/payins/end-payment.ts';
import { RESERVATION_LIMIT_MS, reconcilePayins } from '../domain/payins/reconcile-payins.ts';
import { followRefunds } from '../domain/payins/refunds/ask-refund.ts';
import { expireThreeDS } from '../domain/payins/three-d-secure/complete-three-d-secure.ts';
import type { MaintenanceDependencies } from '../domain/upkeep/dependencies.ts';
import { forgetExpired } from '../domain/upkeep/forget-expired.ts';

/**
 * Moves the time of a sandbox account forward and does what that asks for: what expired is
 * destroyed, what waits and what is reserved is released, open charges and refunds are looked up again. Gives the
 * account's new time. 400 INVALID_DATA, and nothing moves, where all moves together would be too
 * many.
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
    const max = MAX_CLOCK_OFFSET_SECONDS - account.clockOffsetSeconds;
    throw invalidField('advanceSeconds', 'too_large', { max });
  }
  const moved = { ...account, clockOffsetSeconds };
  const realTime = services.now();
  await expireThreeDS(moved, services, { evenEarly: true });
  await expirePayments(moved, services, { evenEarly: true });
  await releaseReserves(moved, services);
  await releaseWaiting(moved, services);
  await forgetExpired(moved, services);
  const reservedBefore = new Date(realTime.getTime() - RESERVATION_LIMIT_MS);
  await reconcilePayins(moved, { reservedBefore, evenEarly: true }, services);
  await followRefunds(moved, { askedBefore: realTime, evenEarly: true }, services);
  return accountTime(moved, realTime);
}
