import type { PayinStatus } from '../../../contract/payin.ts';
import type { PayinControl } from '../../../contract/sandbox-payin.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { endOpenPayin, findTold } from './cancel-payin.ts';
import { decideCharge } from './decide-charge.ts';
import type { PayinDependencies } from './dependencies.ts';
import { endPayment } from './end-payment.ts';
import type { Payin } from './payin.ts';
import { currentPayin } from './payin-answer.ts';
import { illegalMove, PayinMoved } from './payin-status.ts';
import { statusWhenOver } from './payment-window.ts';
import { amountLeft } from './refunds/refund.ts';
import { watchLate } from './refunds/return-late-payment.ts';
import { disputeMove, disputeWonMove, returnMove } from './refunds/return-move.ts';
import { newReturn } from './refunds/taken-back.ts';

/** From where each control call leads; whatever else it meets is refused. */
const FROM: Readonly<Record<PayinControl, readonly PayinStatus[]>> = {
  pay: ['PENDING'],
  expire: ['PENDING', 'PENDING_3DS'],
  cancel: ['PENDING', 'PENDING_3DS'],
  refund: ['APPROVED', 'REFUNDED'],
  chargeback: ['APPROVED', 'REFUNDED'],
  'chargeback-reversal': ['CHARGEBACK'],
  med: ['APPROVED', 'REFUNDED'],
  'med-reversal': ['MED'],
};

const MAX_ROUNDS = 20;

/**
 * Does to a payin what the outside world would. `amount`: of a refund, all that is left where it is
 * absent. 404 for one that is unknown or foreign; 409 ILLEGAL_TRANSITION for a move its status does
 * not allow; 400 INVALID_DATA for a refund of more than is left. Of several at once each
 * is done after the other.
 */
export async function controlPayin(
  account: Account,
  { id, control, amount }: { id: string; control: PayinControl; amount?: number | undefined },
  services: PayinDependencies,
): Promise<Payin> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const payin = await currentPayin(account, await findTold(account, id, services), services);
    const to = targetOf(payin, control);
    if (!FROM[control].includes(payin.status)) throw illegalMove(payin.status, to);
    try {
      return payin.status === 'PENDING' || payin.status === 'PENDING_3DS'
        ? await endWait(account, payin, { control, to }, services)
        : await moveMoney(account, payin, { control, to, amount }, services);
    } catch (error) {
      if (!(error instanceof PayinMoved)) throw error;
    }
  }
  throw new ApiError('IN_PROGRESS', 'This payin is being changed by others.');
}

function targetOf(payin: Payin, control: PayinControl): PayinStatus {
  switch (control) {
    case 'pay':
      return 'APPROVED';
    case 'expire':
      return payin.status === 'PENDING_3DS' ? 'CANCELED' : statusWhenOver(payin.paymentMethod);
    case 'cancel':
      return 'CANCELED';
    case 'refund':
      return 'REFUNDED';
    case 'chargeback':
      return 'CHARGEBACK';
    case 'med':
      return 'MED';
    case 'chargeback-reversal':
    case 'med-reversal':
      return payin.refundedAmount > 0 ? 'REFUNDED' : 'APPROVED';
  }
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
      throw illegalMove(ended.status, to);
    }
  }
  if (payin.chargeState === 'unknown' && to === 'APPROVED') {
    return decideCharge(account, payin, { kind: 'approved', externalId: null }, services);
  }
  // Decision: a card whose charge is on its way can neither expire nor be canceled.
  if (payin.chargeState !== 'awaiting_payment') throw illegalMove(payin.status, to);
  if (to !== 'APPROVED' && to !== 'EXPIRED' && to !== 'CANCELED') {
    throw illegalMove(payin.status, to);
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

/** Takes money back from a payin that was approved, or gives it again. */
async function moveMoney(
  account: Account,
  payin: Payin,
  { control, to, amount }: { control: PayinControl; to: PayinStatus; amount: number | undefined },
  services: PayinDependencies,
): Promise<Payin> {
  const move = moneyMoveOf(account, payin, { control, amount }, services);
  if (move === null) throw illegalMove(payin.status, to);
  if (!(await services.movePayin(move))) throw new PayinMoved();
  return move.to;
}

/** Null where there is nothing to move. */
function moneyMoveOf(
  account: Account,
  payin: Payin,
  { control, amount }: { control: PayinControl; amount: number | undefined },
  services: PayinDependencies,
) {
  const now = accountTime(account, services.now());
  const left = amountLeft(payin);
  const nature = control === 'med' ? 'med_fraud' : 'chargeback';
  switch (control) {
    case 'refund': {
      if (left === 0) return null;
      const given = amount ?? left;
      if (given > left) throw invalidField('amount', 'more_than_left', { left });
      const id = Buffer.from(services.randomBytes(16)).toString('hex');
      const known = { id, amount: given, nature: 'elsewhere' } as const;
      return returnMove(account, payin, newReturn(account, payin, known, services));
    }
    case 'chargeback':
    case 'med': {
      const facts = { amount: null, reason: null, answerBy: null, outcome: 'open' } as const;
      return left === 0 ? null : disputeMove(account, payin, { nature, ...facts }, now);
    }
    case 'chargeback-reversal':
    case 'med-reversal': {
      const { dispute } = payin;
      const isTaken = dispute !== null && dispute.taken > 0;
      return isTaken ? disputeWonMove(account, payin, dispute, now) : null;
    }
    default:
      return null;
  }
}
