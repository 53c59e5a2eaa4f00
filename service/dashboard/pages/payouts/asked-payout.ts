import type { PayoutRequest } from '../../../../contract/payments/payout.ts';
import type { CREATE_PAYOUT } from '../../../acts/payouts.ts';

export function toRow(request: PayoutRequest): Parameters<typeof CREATE_PAYOUT.ask>[0] {
  const { amount, pixKey, pixKeyType, referenceId } = request;
  const { beneficiaryName: name, beneficiaryDocument: document } = request;
  return { amount, pixKey, pixKeyType, referenceId, name, document };
}
