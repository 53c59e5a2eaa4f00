import { ApiError } from '../../../base/shared/api-error.ts';
import { errorDetail } from '../../../base/shared/error-detail.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { findPayment, paidTooLittle, stillThere } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import { illegalTransition } from '../payin-status.ts';
import { moveTo } from '../payin-transition.ts';
import { askReturn, planReturn } from './return-payment.ts';
import type { Reversal } from './reversal.ts';

/**
 * Decision: too little never pays: no specified state or field tells a merchant that an approved
 * payin is worth less than its `amount`, and items, split and installments add up to that. The
 * freed reference allows a new payin for less. Decision: it becomes FAILED, also before its window
 * is over: a payment did come, so it has not EXPIRED. What goes back is not in the ledger; the
 * merchant is told by `payin.failed`, and by `payin.reversed` once it is back.
 *
 * Where the issuer cannot give back, an operator does and says so by `orphan mark-returned`. Throws
 * `ApiError`: 409 ILLEGAL_TRANSITION for a payin that is not underpaid or has ended; 502
 * PROVIDER_ERROR where the issuer does not tell; 409 IN_PROGRESS where somebody else was faster.
 */
export async function returnUnderpayment(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<Reversal> {
  if (payin.chargeState !== 'awaiting_payment') throw illegalTransition(payin.status, 'FAILED');
  const provider = await providerOf(payin, services);
  const known = await findPayment(payin, services);
  if (provider === null || known === null) {
    throw new ApiError('PROVIDER_ERROR', 'The provider does not say what was paid; try again.', {
      details: [errorDetail('', 'provider_silent')],
    });
  }
  if (known.kind !== 'paid' || paidTooLittle(payin, known) === null) {
    throw new ApiError('ILLEGAL_TRANSITION', 'This payin was not paid with less than asked for.', {
      details: [errorDetail('', 'not_underpaid')],
    });
  }
  const amount = Math.max(0, stillThere(payin, known));
  const { verbs, reversal, audit } = await planReturn(payin, { provider, amount }, services);
  const change = { to: 'FAILED', now: accountTime(account, services.now()) } as const;
  const move = { ...moveTo(account, payin, change, services), reversal, audit };
  if (!(await services.transitionPayin(move))) {
    throw new ApiError('IN_PROGRESS', 'This payin is being changed by others.');
  }
  if (verbs !== null) await askReturn(account, move.to, { reversal, provider, verbs }, services);
  return (await services.reversals.find(payin.companyId, payin.id)) ?? reversal;
}
