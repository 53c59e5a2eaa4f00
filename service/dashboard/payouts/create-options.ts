import type { PayoutRequest } from '../../../contract/payout.ts';

/** A request as the operator's command `payout create` takes it. */
export function toCreateOptions(request: PayoutRequest): Record<string, string> {
  const { amount, pixKey, pixKeyType, referenceId } = request;
  const { beneficiaryName: name, beneficiaryDocument: document } = request;
  return {
    reference: referenceId,
    amount: String(amount),
    'pix-key-type': pixKeyType,
    'pix-key': pixKey,
    ...(name === undefined ? {} : { name }),
    ...(document === undefined ? {} : { document }),
  };
}
