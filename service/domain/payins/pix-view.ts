import type { PaymentView, PixView } from '../../../contract/payments/pix-view.ts';
import { qrSquares } from '../../base/formats/qr-squares.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { pollWhereDue } from './follow-payments.ts';
import { boletoDueDate } from './payin.ts';
import { currentPayin } from './payin-answer.ts';

/** Decision: a buyer who comes back within a day of the end still reads how it ended. */
const VIEW_AFTER_END_MS = 24 * 60 * 60 * 1000;

export async function viewPix(
  account: Account,
  asked: { payinId: string; withSquares: boolean },
  services: PayinDependencies,
): Promise<PixView> {
  const viewed = await viewPayment(account, asked, services);
  const { paymentMethod, barcode, dueDate, openFinanceRedirectUrl, ...pix } = viewed;
  if (paymentMethod !== 'PIX') throw unknownViewToken();
  return pix;
}

export async function viewPayment(
  account: Account,
  { payinId, withSquares }: { payinId: string; withSquares: boolean },
  services: PayinDependencies,
): Promise<PaymentView> {
  const found = await services.payins.find(account.companyId, payinId);
  if (found === null || found.expiresAt === null) throw unknownViewToken();
  const { expiresAt } = found;
  const remainingMs = expiresAt.getTime() - accountTime(account, services.now()).getTime();
  if (remainingMs <= -VIEW_AFTER_END_MS) {
    throw new ApiError('NOT_FOUND', 'This view token is over: its payin ended over a day ago.');
  }
  const payin = await currentPayin(account, found, services);
  const { status, amount, paymentMethod, boletoBarcode, openFinanceRedirectUrl } = payin;
  pollWhereDue(account, payin, { isWatched: paymentMethod === 'PIX' }, services);
  const canBePaid = status === 'PENDING' && remainingMs > 0;
  const qrcode = canBePaid ? (payin.pixCopyAndPaste ?? payin.boletoPixCopyAndPaste) : null;
  return {
    status,
    amount,
    merchantName: account.tradeName ?? account.companyName,
    expiresAt: expiresAt.toISOString(),
    remainingMs: Math.max(0, remainingMs),
    paymentMethod,
    qrcode,
    qr: withSquares && qrcode !== null ? qrSquares(qrcode) : null,
    barcode: canBePaid ? boletoBarcode : null,
    dueDate: boletoDueDate(payin),
    openFinanceRedirectUrl: canBePaid ? openFinanceRedirectUrl : null,
  };
}

export function unknownViewToken(): ApiError {
  return new ApiError('NOT_FOUND', 'This view token opens no payin of this account.');
}
