import { toOutsideText } from '../../base/shared/outside-text.ts';
import type { KnownTransfer, PayoutAcquirer, Transfer } from '../../providers/payout-acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import { askProvider } from '../../providers/provider.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { PayoutDependencies } from './dependencies.ts';
import type { Payout, PayoutStore } from './payout.ts';
import { transitionPayoutTo } from './payout-transition.ts';

/** Longer than any sending takes: what was sent before and never arrived may be sent again. */
const SENDING_LIMIT_MS = 15_000;

/**
 * The acquirer may take it in so late. Decision: until then the refusal of a repeat decides
 * nothing, since it is of the repeat alone: no payout has failed beside one that arrives late.
 */
const ARRIVES_WITHIN_MS = 5 * 60_000;

const MAX_REASON = 200;

/**
 * One step, once, however many call. What cannot be told yet is left for the next time; a transfer
 * is only ever sent under its own reference, and again only where the acquirer never got it.
 */
export async function advancePayout(
  account: Account,
  payout: Payout,
  services: PayoutDependencies,
): Promise<Payout> {
  switch (payout.status) {
    case 'PENDING':
      return payout.externalId === null
        ? sendOrFind(account, payout, services)
        : move(account, payout, { to: 'PROCESSING' }, services);
    case 'PROCESSING':
    case 'APPROVED': {
      const known = await findTransfer(payout, services);
      return known === null ? payout : follow(account, payout, known, services);
    }
    default:
      return payout;
  }
}

/** Unmoved since the given real time. What stays stuck is looked at ever more seldom. */
export async function advancePayouts(
  account: Account,
  touchedBefore: Date,
  services: PayoutDependencies,
): Promise<void> {
  const { companyId } = account;
  const { payouts, lookUps, pollEach } = services;
  const open = await payouts.listOpen(companyId, touchedBefore, services.now());
  const look = async (payout: Payout) => {
    if ((await lookUps.begin(payout, { now: services.now(), evenEarly: false })) === null) return;
    await followPayout(account, payout, services);
  };
  await pollEach(open, look, { companyId, kind: 'payouts' });
}

export async function followPayout(
  account: Account,
  payout: Payout,
  services: PayoutDependencies,
): Promise<void> {
  for (let last = payout; ; ) {
    const next = await advancePayout(account, last, services);
    if (next.status === last.status && next.externalId === last.externalId) return;
    last = next;
  }
}

/**
 * It must have been claimed. Without an answer it stays PENDING and is looked up before it is sent
 * again. `isFirst`: whoever asked for it waits. `isRepeat`: it was sent before.
 */
export async function sendPayout(
  account: Account,
  payout: Payout,
  services: PayoutDependencies,
  { isFirst = false, isRepeat = false }: { isFirst?: boolean; isRepeat?: boolean } = {},
): Promise<Payout> {
  const provider = await senderOf(payout, services);
  if (provider === null) return payout;
  const transfer = { ...toTransfer(payout), reference: payout.id };
  const send = (signal: AbortSignal) => provider.payouts.send(transfer, signal);
  const { timers, slot } = services;
  const outcome = await askProvider(provider, send, { timers, slot });
  switch (outcome?.kind) {
    case 'accepted':
      await services.payouts.keepExternalId(payout, outcome.externalId);
      return reread(payout, services);
    case 'rejected': {
      const arrivesUntil = (payout.decidedAt ?? payout.createdAt).getTime() + ARRIVES_WITHIN_MS;
      const mayStillArrive = accountTime(account, services.now()).getTime() < arrivesUntil;
      if (isRepeat && mayStillArrive) return payout;
      const { reason } = outcome;
      const failure = { to: 'FAILED', reason, wasRefusedAtOnce: isFirst } as const;
      return move(account, payout, failure, services);
    }
    case 'unavailable':
    case undefined:
      return payout;
  }
}

export function toTransfer(payout: Payout): Transfer {
  const { companyId, amount, fee, pixKey, pixKeyType, beneficiaryDocument } = payout;
  return { companyId, amount: amount - fee, pixKey, pixKeyType, beneficiaryDocument };
}

async function sendOrFind(account: Account, payout: Payout, services: PayoutDependencies) {
  const { payouts, now } = services;
  if (!payout.isSent) {
    if (!(await payouts.beginSend(payout, now(), null))) return reread(payout, services);
    return sendPayout(account, { ...payout, isSent: true }, services);
  }
  const known = await findTransfer(payout, services);
  if (known === null) return payout;
  if (known.kind !== 'not_found') return follow(account, payout, known, services);
  const sentBefore = new Date(now().getTime() - SENDING_LIMIT_MS);
  if (!(await payouts.beginSend(payout, now(), sentBefore))) return reread(payout, services);
  return sendPayout(account, payout, services, { isRepeat: true });
}

async function findTransfer(payout: Payout, services: PayoutDependencies) {
  const provider = await senderOf(payout, services);
  if (provider === null) return null;
  const { companyId, amount } = toTransfer(payout);
  const transfer = { companyId, amount, reference: payout.id };
  return askProvider(provider, (signal) => provider.payouts.find(transfer, signal), services);
}

async function senderOf(
  { companyId, provider }: Payout,
  { providers }: PayoutDependencies,
): Promise<(Provider & { payouts: PayoutAcquirer }) | null> {
  const found = await providers.find(companyId, provider);
  return found === null || found.payouts === null ? null : { ...found, payouts: found.payouts };
}

async function follow(
  account: Account,
  payout: Payout,
  known: KnownTransfer,
  services: PayoutDependencies,
): Promise<Payout> {
  if (payout.status === 'PENDING' && 'externalId' in known) {
    return move(account, payout, { to: 'PROCESSING', externalId: known.externalId }, services);
  }
  switch (known.kind) {
    // Decision: a transfer the acquirer has lost after taking it in is left to the operator.
    case 'not_found':
    case 'processing':
      return payout;
    case 'approved':
      if (payout.status === 'APPROVED') return payout;
      return move(account, payout, { to: 'APPROVED' }, services);
    case 'completed':
      return move(account, payout, { to: 'COMPLETED' }, services);
    case 'refused':
      return move(account, payout, { to: 'REFUSED', reason: known.reason }, services);
    case 'failed':
    case 'rejected':
      return move(account, payout, { to: 'FAILED', reason: known.reason }, services);
  }
}

async function move(
  account: Account,
  payout: Payout,
  change: {
    to: Payout['status'];
    externalId?: string;
    reason?: string;
    wasRefusedAtOnce?: boolean;
  },
  services: PayoutDependencies,
): Promise<Payout> {
  const realTime = services.now();
  const times = { realTime, now: accountTime(account, realTime) };
  const { reason } = change;
  const said = reason === undefined ? {} : { reason: toOutsideText(reason, MAX_REASON) };
  const made = transitionPayoutTo(account, payout, { ...change, ...said, ...times });
  return (await services.transitionPayout(made)) ? made.to : reread(payout, services);
}

async function reread(payout: Payout, { payouts }: { payouts: PayoutStore }): Promise<Payout> {
  return (await payouts.find(payout.companyId, payout.id)) ?? payout;
}
