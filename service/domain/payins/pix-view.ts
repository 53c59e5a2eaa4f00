import type { PixView } from '../../../contract/pix-view.ts';
import { qrSquares } from '../../base/formats/qr-squares.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { currentPayin } from './payin-answer.ts';

/**
 * Decision: a buyer who comes back to the page within a day of the end still reads there how it
 * ended; after that the token opens nothing.
 */
const VIEW_AFTER_END_MS = 24 * 60 * 60 * 1000;

/** A payin by PIX as it is now, for the buyer. 404 NOT_FOUND where the time to look at it is over. */
export async function viewPix(
  account: Account,
  { payinId, withSquares }: { payinId: string; withSquares: boolean },
  services: PayinDependencies,
): Promise<PixView> {
  const found = await services.payins.find(account.companyId, payinId);
  if (found === null || found.expiresAt === null) throw unknownViewToken();
  const { expiresAt } = found;
  const remainingMs = expiresAt.getTime() - accountTime(account, services.now()).getTime();
  if (remainingMs <= -VIEW_AFTER_END_MS) {
    throw new ApiError('NOT_FOUND', 'This view token is over: its payin ended over a day ago.');
  }
  const { status, amount, pixCopyAndPaste } = await currentPayin(account, found, services);
  const qrcode = status === 'PENDING' && remainingMs > 0 ? pixCopyAndPaste : null;
  return {
    status,
    amount,
    merchantName: account.tradeName ?? account.companyName,
    qrcode,
    qr: withSquares && qrcode !== null ? qrSquares(qrcode) : null,
    expiresAt: expiresAt.toISOString(),
    remainingMs: Math.max(0, remainingMs),
  };
}

/** One answer for a token that is none and for that of another account. */
export function unknownViewToken(): ApiError {
  return new ApiError('NOT_FOUND', 'This view token opens no payin of this account.');
}
