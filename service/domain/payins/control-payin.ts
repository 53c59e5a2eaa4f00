import type { PayinStatus } from '../../../contract/payments/payin.ts';
import type { PayinControl } from '../../../contract/payments/sandbox-payin.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { SANDBOX_TERMS } from '../../providers/settlement-terms.ts';
import type { Account } from '../accounts/account.ts';
import { endOpenPayin, findTold } from './cancel-payin.ts';
import { decideCharge } from './decide-charge.ts';
import type { PayinDependencies } from './dependencies.ts';
import { endPayment } from './end-payment.ts';
import type { Payin } from './payin.ts';
import { currentPayin } from './payin-answer.ts';
import { illegalTransition, isOpen, PayinChanged } from './payin-status.ts';
import { statusWhenOver } from './payment-window.ts';
import type { TakenBackEntry } from './refunds/enter-taken-back.ts';
import { enterTakenBack } from './refunds/enter-taken-back.ts';
import { watchLate } from './refunds/return-payment.ts';

type Control = { from: readonly PayinStatus[]; to: (payin: Payin) => PayinStatus };

const CONTROLS: Readonly<Record<PayinControl, Control>> = {
  pay: { from: ['PENDING'], to: () => 'APPROVED' },
  expire: {
    from: ['PENDING', 'PENDING_3DS'],
    to: (payin) =>
      payin.status === 'PENDING_3DS' ? 'CANCELED' : statusWhenOver(payin.paymentMethod),
  },
  cancel: { from: ['PENDING', 'PENDING_3DS'], to: () => 'CANCELED' },
  refund: { from: ['APPROVED', 'REFUNDED'], to: () => 'REFUNDED' },
  chargeback: { from: ['APPROVED', 'REFUNDED'], to: () => 'CHARGEBACK' },
  'chargeback-reversal': { from: ['CHARGEBACK'], to: restored },
  med: { from: ['APPROVED', 'REFUNDED'], to: () => 'MED' },
  'med-reversal': { from: ['MED'], to: restored },
};

/**
 * Does to a payin what the outside world would; of several at once each after the other. `amount`:
 * of a refund, all that is left where absent. 404 unknown or foreign; 409 ILLEGAL_TRANSITION; 400
 * INVALID_DATA for a refund of more than is left.
 */
export async function controlPayin(
  account: Account,
  { id, control, amount }: { id: string; control: PayinControl; amount?: number | undefined },
  services: PayinDependencies,
): Promise<Payin> {
  for (let round = 0; round < 20; round += 1) {
    const payin = await currentPayin(account, await findTold(account, id, services), services);
    const { from, to: toOf } = CONTROLS[control];
    const to = toOf(payin);
    if (!from.includes(payin.status)) throw illegalTransition(payin.status, to);
    try {
      return isOpen(payin)
        ? await endWait(account, payin, { control, to }, services)
        : await enterTakenBack(account, id, entryOf(control, amount, payin), services);
    } catch (error) {
      if (!(error instanceof PayinChanged)) throw error;
    }
  }
  throw new ApiError('IN_PROGRESS', 'This payin is being changed by others.');
}

function restored({ refundedAmount }: Payin): PayinStatus {
  return refundedAmount > 0 ? 'REFUNDED' : 'APPROVED';
}

async function endWait(
  account: Account,
  payin: Payin,
  { control, to }: { control: PayinControl; to: PayinStatus },
  services: PayinDependencies,
): Promise<Payin> {
  // Decision: a payment ends by this also where its provider does not answer, as beside a service.
  if (control === 'cancel' || payin.status === 'PENDING_3DS') {
    const ended = to === 'CANCELED' ? await endOpenPayin(account, payin, services) : null;
    if (ended !== null && ended !== 'underpaid') {
      if (ended.status === to) return ended;
      throw illegalTransition(ended.status, to);
    }
  }
  if (payin.chargeState === 'unknown' && to === 'APPROVED') {
    const approved = { kind: 'approved', externalId: null, terms: SANDBOX_TERMS } as const;
    return decideCharge(account, payin, approved, services);
  }
  // Decision: a card whose charge is on its way can neither expire nor be canceled.
  if (payin.chargeState !== 'awaiting_payment') throw illegalTransition(payin.status, to);
  if (to !== 'APPROVED' && to !== 'EXPIRED' && to !== 'CANCELED') {
    throw illegalTransition(payin.status, to);
  }
  const { companyId, id } = payin;
  if (to !== 'APPROVED' && (await services.underpayments.findWaiting(companyId, id)) !== null) {
    const message = 'Less was paid than asked for: what came in has to be given back.';
    throw new ApiError('ILLEGAL_TRANSITION', message);
  }
  // It may still be open there.
  if (control === 'cancel') await watchLate(account, payin, services);
  return endPayment(account, payin, to, services);
}

function entryOf(control: PayinControl, amount: number | undefined, payin: Payin): TakenBackEntry {
  const of = { reference: null, amount, answerBy: null } as const;
  switch (control) {
    case 'refund':
      return { kind: 'return', nature: 'elsewhere', ...of };
    case 'chargeback':
      return { kind: 'dispute', nature: 'chargeback', ...of };
    case 'med':
      return { kind: 'dispute', nature: 'med_fraud', ...of };
    case 'chargeback-reversal':
    case 'med-reversal':
      return { kind: 'won' };
    case 'pay':
    case 'expire':
    case 'cancel':
      throw illegalTransition(payin.status, CONTROLS[control].to(payin));
  }
}
