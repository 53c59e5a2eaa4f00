import type { PaymentView, PixView } from '../../../contract/payments/pix-view.ts';
import { qrSquares } from '../../base/formats/qr-squares.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayinDependencies } from './dependencies.ts';
import { pollWhereDue } from './follow-payments.ts';
import type { Payin } from './payin.ts';
import { boletoDueDate } from './payin.ts';
import { currentPayin } from './payin-answer.ts';

/** Decision: a buyer who comes back within a day of the end still reads how it ended. */
const VIEW_AFTER_END_MS = 24 * 60 * 60 * 1000;

type Viewed = { payin: Payin; expiresAt: Date; remainingMs: number; canBePaid: boolean };

async function findViewed(
  account: Account,
  payinId: string,
  services: PayinDependencies,
): Promise<Viewed> {
  const found = await services.payins.find(account.companyId, payinId);
  if (found === null || found.expiresAt === null) throw unknownViewToken();
  const { expiresAt } = found;
  const remainingMs = expiresAt.getTime() - accountTime(account, services.now()).getTime();
  if (remainingMs <= -VIEW_AFTER_END_MS) {
    throw new ApiError('NOT_FOUND', 'This view token is over: its payin ended over a day ago.');
  }
  const payin = await currentPayin(account, found, services);
  pollWhereDue(account, payin, { isWatched: payin.paymentMethod === 'PIX' }, services);
  const canBePaid = payin.status === 'PENDING' && remainingMs > 0;
  return { payin, expiresAt, remainingMs: Math.max(0, remainingMs), canBePaid };
}

export async function viewPix(
  account: Account,
  { payinId, withSquares }: { payinId: string; withSquares: boolean },
  services: PayinDependencies,
): Promise<PixView> {
  const { payin, canBePaid, ...viewed } = await findViewed(account, payinId, services);
  if (payin.paymentMethod !== 'PIX') throw unknownViewToken();
  const code = canBePaid ? payin.pixCopyAndPaste : null;
  return { ...commonOf(account, payin, viewed), ...codeOf(code, withSquares) };
}

export async function viewPayment(
  account: Account,
  { payinId, withSquares }: { payinId: string; withSquares: boolean },
  services: PayinDependencies,
): Promise<PaymentView> {
  const { payin, canBePaid, ...viewed } = await findViewed(account, payinId, services);
  const { paymentMethod, pixCopyAndPaste, boletoBarcode, boletoPixCopyAndPaste } = payin;
  const code = canBePaid ? (pixCopyAndPaste ?? boletoPixCopyAndPaste) : null;
  return {
    ...commonOf(account, payin, viewed),
    paymentMethod,
    ...codeOf(code, withSquares),
    barcode: canBePaid ? boletoBarcode : null,
    dueDate: boletoDueDate(payin),
    openFinanceRedirectUrl: canBePaid ? payin.openFinanceRedirectUrl : null,
  };
}

function codeOf(qrcode: string | null, withSquares: boolean) {
  return { qrcode, qr: withSquares && qrcode !== null ? qrSquares(qrcode) : null };
}

function commonOf(
  { tradeName, companyName }: Account,
  { status, amount }: Payin,
  { expiresAt, remainingMs }: Pick<Viewed, 'expiresAt' | 'remainingMs'>,
) {
  const merchantName = tradeName ?? companyName;
  return { status, amount, merchantName, expiresAt: expiresAt.toISOString(), remainingMs };
}

export function unknownViewToken(): ApiError {
  return new ApiError('NOT_FOUND', 'This view token opens no payin of this account.');
}
