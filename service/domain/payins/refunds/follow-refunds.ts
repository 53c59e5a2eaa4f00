import { forEachRecord } from '../../../base/shared/each-record.ts';
import type { Provider } from '../../../providers/provider.ts';
import { askProvider } from '../../../providers/provider.ts';
import type { Account } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import type { Payin } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import { applyAnswer, askRefund, refundOrderOf, refundVerbsOf } from './ask-refund.ts';
import type { Refund } from './refund.ts';

/**
 * `askedBefore` (real time): younger ones are still being asked for. `evenEarly`: also what is not
 * due. Decision: a refund never fails by not being found, but is asked for again under its own id
 * once it cannot arrive any more: nothing is released that may still be given back.
 */
export async function followRefunds(
  account: Account,
  { askedBefore, evenEarly = false }: { askedBefore: Date; evenEarly?: boolean },
  services: PayinDependencies,
): Promise<void> {
  const { companyId } = account;
  const { refunds, lookUps, pollEach } = services;
  const dueBy = evenEarly ? null : services.now();
  const pending = await refunds.listPending(companyId, askedBefore, dueBy);
  const look = async (refund: Refund) => {
    if ((await lookUps.begin(refund, { now: services.now(), evenEarly })) === null) return;
    const seen = await pollAt(account, refund, { askedBefore }, services);
    if (seen.status !== 'PENDING') await lookUps.end(refund);
  };
  await pollEach(pending, look, { companyId, kind: 'refunds' });
}

export async function followRefundsOf(
  account: Account,
  { companyId, id }: Payin,
  services: PayinDependencies,
): Promise<void> {
  const now = services.now();
  const pending = await services.refunds.listPending(companyId, now, null);
  const own = pending.filter(({ payinId }) => payinId === id);
  await forEachRecord(own, async (refund) => {
    await services.lookUps.begin(refund, { now, evenEarly: true });
    const seen = await pollAt(account, refund, { askedBefore: ASKED_LONG_AGO }, services);
    if (seen.status !== 'PENDING') await services.lookUps.end(refund);
  });
}

/** A hint never has a refund asked for again: that waits for its turn. */
const ASKED_LONG_AGO = new Date(0);

async function pollAt(
  account: Account,
  refund: Refund,
  { askedBefore }: { askedBefore: Date },
  services: PayinDependencies,
): Promise<Refund> {
  const payin = await services.payins.find(refund.companyId, refund.payinId);
  if (payin === null) throw new Error('a refund is of no payin');
  const provider = await providerOf(payin, services);
  const verbs = provider === null ? null : refundVerbsOf(provider, payin.paymentMethod);
  if (provider === null || verbs === null) return refund;
  const order = refundOrderOf(payin, refund);
  const known = await askProvider(provider, (signal) => verbs.findRefund(order, signal), services);
  if (known === null) return refund;
  if (known.kind !== 'not_found') return applyAnswer(account, refund, known, services);
  const now = services.now();
  const lostBefore = new Date(now.getTime() - settlesWithin(provider));
  const before = lostBefore < askedBefore ? lostBefore : askedBefore;
  if (!(await services.refunds.beginAsking(refund, now, before))) return refund;
  return askRefund(account, { payin, refund, provider, verbs }, services);
}

/** For how long one that was asked for may be on its way although the party knows nothing of it. */
function settlesWithin({ cards, deadlineMs }: Provider): number {
  const settlesWithinMs = cards?.settlesWithinMs ?? 0;
  return settlesWithinMs === 0 ? 0 : deadlineMs + settlesWithinMs;
}
