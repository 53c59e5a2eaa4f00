import { ApiError } from '../../../base/shared/api-error.ts';
import { withDeadline } from '../../../base/shared/deadline.ts';
import { errorDetail } from '../../../base/shared/error-detail.ts';
import type { Provider } from '../../../providers/provider.ts';
import { callDeadlineMs } from '../../../providers/provider.ts';
import type {
  KnownRefund,
  RefundAnswer,
  RefundOrder,
  RefundVerbs,
} from '../../../providers/refunds.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { paidTooLittle } from '../end-payment.ts';
import { findPayment } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { moveTo, reversalMove } from '../payin-move.ts';
import { providerOf } from '../payin-provider.ts';
import { illegalMove } from '../payin-status.ts';
import { watchPayin } from '../watch-payin.ts';
import { refundVerbsOf } from './ask-refund.ts';
import type { Reversal } from './reversal.ts';
import { auditOfReversal, finishReversal, newReversal } from './reversal-move.ts';

type Asked = { provider: Provider; verbs: RefundVerbs };

/**
 * Ends a payin that was paid with less than was asked for, and gives back what came in.
 *
 * Decision: it is never taken for paid with what came in. No specified state or field tells a merchant
 * that an approved payin is worth less than its `amount`, and items, split and installments add up to
 * that. Whoever agrees with the buyer on less asks for a new payin, which the freed reference allows.
 * Decision: it becomes FAILED, also before its window is over: a payment did come, so it has not
 * EXPIRED. What goes back never was the merchant's, so the ledger has nothing of it; the merchant is
 * told by `payin.failed`, and by `payin.reversed` once it is back.
 *
 * Where the issuer has no call for giving back, or refuses to, an operator gives it back there and says
 * so by `orphan mark-returned`. Throws `ApiError`: 409 ILLEGAL_TRANSITION for a payin that is not
 * underpaid or has ended; 502 PROVIDER_ERROR where the issuer does not tell; 409 IN_PROGRESS where
 * somebody else was faster. After a refusal nothing has changed.
 */
export async function returnUnderpayment(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<Reversal> {
  if (payin.chargeState !== 'awaiting_payment') throw illegalMove(payin.status, 'FAILED');
  const provider = await providerOf(payin, services);
  const known = await findPayment(payin, services);
  if (provider === null || known === null) {
    throw new ApiError('PROVIDER_ERROR', 'The provider does not say what was paid; try again.', {
      details: [errorDetail('', 'provider_silent')],
    });
  }
  const amount = paidTooLittle(payin, known);
  if (amount === null) {
    throw new ApiError('ILLEGAL_TRANSITION', 'This payin was not paid with less than asked for.', {
      details: [errorDetail('', 'not_underpaid')],
    });
  }
  const verbs = refundVerbsOf(provider, payin.paymentMethod);
  const isByHand = verbs === null;
  const about = { provider: provider.name, externalId: payin.externalId ?? payin.id, amount };
  const reversal = newReversal(payin, { ...about, isByHand }, services);
  // Watched from before it has failed, so that no end of the process comes between.
  if (!isByHand) await watchPayin(payin, services);
  const change = { to: 'FAILED', now: accountTime(account, services.now()) } as const;
  const audit = auditOfReversal(reversal, 'begun', services);
  const move = { ...moveTo(account, payin, change, services), reversal, audit };
  if (!(await services.movePayin(move))) {
    throw new ApiError('IN_PROGRESS', 'This payin is being changed by others.', {
      retryAfterSeconds: 1,
    });
  }
  if (verbs !== null) await ask(account, move.to, { reversal, provider, verbs }, services);
  return (await services.reversals.find(payin.companyId, payin.id)) ?? reversal;
}

/** A look at what is being given back: it is looked for before it is asked for again. */
export async function followReturn(
  account: Account,
  payin: Payin,
  reversal: Reversal | null,
  services: PayinDependencies,
): Promise<void> {
  // Ended by another way since it was watched, or handed to an operator.
  if (reversal === null || reversal.isByHand) return services.lookUps.end(payin);
  const provider = await providerOf(payin, services);
  const verbs = provider === null ? null : refundVerbsOf(provider, payin.paymentMethod);
  if (provider === null || verbs === null) return;
  const answer = await withDeadline(
    (signal) => verbs.findRefund(orderOf(payin, reversal), signal),
    { deadlineMs: callDeadlineMs(provider), timers: services.timers },
  );
  if (answer.kind !== 'answered') return;
  const { value } = answer;
  if (value.kind !== 'not_found') return apply(account, payin, { reversal, value }, services);
  await ask(account, payin, { reversal, provider, verbs }, services);
}

async function ask(
  account: Account,
  payin: Payin,
  { reversal, provider, verbs }: Asked & { reversal: Reversal },
  services: PayinDependencies,
): Promise<void> {
  const answer = await withDeadline(
    (signal) => verbs.refund({ ...orderOf(payin, reversal), reason: null }, signal),
    { deadlineMs: callDeadlineMs(provider), timers: services.timers },
  );
  if (answer.kind !== 'answered') return;
  await apply(account, payin, { reversal, value: answer.value }, services);
}

function orderOf(
  { externalId }: Payin,
  { companyId, payinId: reference, id: refundId, amount }: Reversal,
): Omit<RefundOrder, 'reason'> {
  const order = { companyId, reference, externalId, refundId, amount };
  return { ...order, refundedBefore: 0, followsAnother: false };
}

async function apply(
  account: Account,
  payin: Payin,
  { reversal, value }: { reversal: Reversal; value: RefundAnswer | KnownRefund },
  services: PayinDependencies,
): Promise<void> {
  switch (value.kind) {
    case 'done':
      return finishReversal(account, payin, { reversal }, services);
    case 'refused':
      return handOver(account, payin, reversal, services);
    case 'processing':
    case 'unavailable':
    case 'not_found':
      return;
  }
}

/** The issuer has refused for good: an operator gives it back by another way. */
async function handOver(
  account: Account,
  payin: Payin,
  reversal: Reversal,
  services: PayinDependencies,
): Promise<void> {
  const audit = auditOfReversal(reversal, 'failed', services);
  const byHand = { ...reversal, isByHand: true };
  // False where somebody else has written it, or has given it back.
  await services.movePayin(reversalMove(account, payin, byHand, audit));
  await services.lookUps.end(payin);
}
