import type { LookUp } from '../../../base/shared/look-ups.ts';
import type { Provider } from '../../../providers/provider.ts';
import { askProvider } from '../../../providers/provider.ts';
import type { Account } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { followLatePayment } from '../end-payment.ts';
import { findCharge } from '../find-payment.ts';
import type { Payin } from '../payin.ts';
import { chargedAmount } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import { isPaid } from '../payin-status.ts';
import { reversalTransition } from '../payin-transition.ts';
import { followReturn } from './return-payment.ts';
import type { Reversal } from './reversal.ts';
import {
  auditOfReversal,
  finishReversal,
  isReversalDone,
  newReversal,
} from './reversal-transition.ts';
import { followAwaited } from './taken-back.ts';

/**
 * A charge approved although the acquirer knew nothing of it is an orphan: the merchant may have
 * been paid by another try. It is given back and told by the audit log, a metric and
 * `payin.reversed`, also where somebody else gave it back. Decision: the payin stays FAILED, since
 * its merchant was told so. Decision: one that the cardholder has contested counts as given back,
 * since giving it back would pay it twice; a dispute won later is for whoever runs the service.
 *
 * Others are watched for what was taken back, or money that comes although they have ended.
 */
export async function reverseOrphans(account: Account, services: PayinDependencies): Promise<void> {
  const { companyId } = account;
  const { payins, lookUps, pollEach } = services;
  const look = async (payin: Payin) => {
    const lookUp = await lookUps.begin(payin, { now: services.now(), evenEarly: false });
    if (lookUp !== null) await pollAt(account, payin, lookUp, services);
  };
  const watched = await payins.listWatched(companyId, services.now());
  await pollEach(watched, look, { companyId, kind: 'watched' });
}

/**
 * Ends once a charge was given back, or its time is over and nothing could be. What was begun is
 * tried again for as long as it takes: a charge that is not found then was not given back by that.
 */
async function pollAt(account: Account, payin: Payin, lookUp: LookUp, services: PayinDependencies) {
  const { reversals, lookUps } = services;
  const known = await reversals.find(payin.companyId, payin.id);
  const isBack = isReversalDone(known);
  const isReturn = !isPaid(payin.status) || (known !== null && !isBack);
  if (payin.paymentMethod !== 'CREDIT_CARD' && isReturn) {
    // Another payment may have come while one was on its way back.
    if (known === null || isBack) return followLatePayment(account, payin, lookUp, services);
    return followReturn(account, payin, known, services);
  }
  // Who was about to end it has died, or somebody slower has begun to watch it once more.
  if (isBack && !isPaid(payin.status)) return lookUps.end(payin);
  if (payin.status !== 'FAILED') return followAwaited(account, payin, lookUp, services);
  const provider = await providerOf(payin, services);
  const charge = await findCharge(payin, provider, services);
  if (provider !== null && (charge?.kind === 'approved' || charge?.kind === 'voided')) {
    const { externalId } = charge;
    const reversal = known ?? (await begin(account, payin, { provider, externalId }, services));
    const isContested =
      charge.kind === 'approved' &&
      charge.dispute !== undefined &&
      charge.dispute.outcome !== 'won';
    const isBack =
      isContested || charge.kind === 'voided' || (await giveBack(reversal, provider, services));
    const by = isContested ? ({ by: 'chargeback' } as const) : {};
    if (!isBack) return;
    await finishReversal(account, payin, { reversal, ...by }, services);
    return lookUps.end(payin);
  }
  const isOpen = known !== null || charge === null || charge.kind === 'processing';
  const isOver = lookUp.watchedUntil === null || lookUp.watchedUntil <= services.now();
  if (isOver && !isOpen) await lookUps.end(payin);
}

/** False where the acquirer cannot, or does not say that it did: the next look tells. */
async function giveBack(
  { companyId, payinId, amount, id }: Reversal,
  provider: Provider,
  services: PayinDependencies,
): Promise<boolean> {
  const { cards } = provider;
  const charge = { companyId, reference: payinId, amount, reversalId: id };
  const ask = async (signal: AbortSignal) => cards?.voidCharge?.(charge, signal);
  return (await askProvider(provider, ask, services))?.kind === 'voided';
}

async function begin(
  account: Account,
  payin: Payin,
  { provider, externalId }: { provider: Provider; externalId: string },
  services: PayinDependencies,
): Promise<Reversal> {
  const about = {
    provider: provider.name,
    externalId,
    amount: chargedAmount(payin),
    isByHand: provider.cards?.voidCharge === undefined,
  };
  const reversal = newReversal(payin, about, services);
  const audit = auditOfReversal(reversal, 'begun', services);
  if (await services.transitionPayin(reversalTransition(account, payin, reversal, audit)))
    return reversal;
  const known = await services.reversals.find(payin.companyId, payin.id);
  if (known === null) throw new Error('the reversal of a charge could not be begun');
  return known;
}
