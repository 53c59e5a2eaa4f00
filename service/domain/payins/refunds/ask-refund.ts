import type { PaymentMethod } from '../../../../contract/payments/payment-method.ts';
import { forEachRecord } from '../../../base/shared/each-record.ts';
import { toOutsideText } from '../../../base/shared/outside-text.ts';
import type { Provider } from '../../../providers/provider.ts';
import { askProvider } from '../../../providers/provider.ts';
import type {
  KnownRefund,
  RefundAnswer,
  RefundOrder,
  RefundVerbs,
} from '../../../providers/refunds.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { newAuditEntry } from '../../audit/audit-log.ts';
import type { PayinDependencies } from '../dependencies.ts';
import type { Payin } from '../payin.ts';
import { providerOf } from '../payin-provider.ts';
import type { Refund } from './refund.ts';
import { refundEnd } from './refund-transition.ts';

const MAX_SAID = 200;

export function refundVerbsOf(provider: Provider, method: PaymentMethod): RefundVerbs | null {
  const party = method === 'CREDIT_CARD' ? provider.cards : provider.payments;
  if (party === null || !party.capabilities?.refund.includes(method)) return null;
  const { refund, findRefund } = party;
  if (refund === undefined || findRefund === undefined) {
    throw new Error(`${provider.name} declares refunds by ${method} and has no verbs for them`);
  }
  return { refund: refund.bind(party), findRefund: findRefund.bind(party) };
}

export function refundOrderOf(
  { externalId, refundedAmount: refundedBefore, refunds }: Payin,
  { companyId, payinId: reference, attemptId: refundId, amount, id }: Refund,
): Omit<RefundOrder, 'reason'> {
  const firstPending = refunds.find(({ status }) => status === 'PENDING');
  const followsAnother = firstPending !== undefined && firstPending.id !== id;
  const order = { companyId, reference, externalId, refundId, amount };
  return { ...order, refundedBefore, followsAnother };
}

/** Never inside a transaction. Without an answer it stays PENDING, and is looked up first. */
export async function askRefund(
  account: Account,
  asked: { payin: Payin; refund: Refund; provider: Provider; verbs: RefundVerbs },
  services: PayinDependencies,
): Promise<Refund> {
  const { payin, refund, provider, verbs } = asked;
  const order = { ...refundOrderOf(payin, refund), reason: refund.reason };
  const ask = (signal: AbortSignal) => verbs.refund(order, signal);
  const answer = await askProvider(provider, ask, { timers: services.timers, slot: services.slot });
  return answer === null ? refund : applyAnswer(account, refund, answer, services);
}

export async function applyAnswer(
  account: Account,
  refund: Refund,
  answer: RefundAnswer | KnownRefund,
  services: PayinDependencies,
): Promise<Refund> {
  const updatedAt = accountTime(account, services.now());
  switch (answer.kind) {
    case 'done': {
      const externalId = toOutsideText(answer.externalId, MAX_SAID);
      return end(account, { ...refund, status: 'DONE', externalId, updatedAt }, services);
    }
    case 'refused': {
      const failureReason = toOutsideText(answer.reason, MAX_SAID);
      return end(account, { ...refund, status: 'FAILED', failureReason, updatedAt }, services);
    }
    case 'processing':
    case 'unavailable':
    case 'not_found':
      return refund;
  }
}

async function end(account: Account, ended: Refund, services: PayinDependencies): Promise<Refund> {
  const { companyId, id, payinId } = ended;
  for (let round = 0; round < 20; round += 1) {
    const payin = await services.payins.find(companyId, payinId);
    if (payin === null) throw new Error('a refund is of no payin');
    if (payin.refunds.find((one) => one.id === id)?.status !== 'PENDING') {
      return (await services.refunds.find(companyId, id)) ?? ended;
    }
    const result = ended.status === 'DONE' ? 'done' : 'failed';
    const audit = auditOfRefund(ended, { actor: 'service', result }, services);
    if (await services.transitionPayin(refundEnd(account, payin, ended, audit))) return ended;
  }
  // Its payin is being changed by many others; the next look writes it.
  return (await services.refunds.find(companyId, id)) ?? ended;
}

export function auditOfRefund(
  { companyId, id, payinId, provider, amount }: Refund,
  { actor, result }: Pick<AuditEntry, 'actor' | 'result'>,
  services: Pick<PayinDependencies, 'now' | 'randomBytes'>,
): AuditEntry {
  const subjects = { payin: payinId, refund: id, provider, amount };
  const entry = { companyId, actor, action: 'payin.refund', subjects, result, code: null };
  return newAuditEntry(entry, services);
}

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
  // For so long one may be on its way although the party knows nothing of it.
  const settlesWithinMs = provider.cards?.settlesWithinMs ?? 0;
  const onItsWayMs = settlesWithinMs === 0 ? 0 : provider.deadlineMs + settlesWithinMs;
  const lostBefore = new Date(now.getTime() - onItsWayMs);
  const before = lostBefore < askedBefore ? lostBefore : askedBefore;
  if (!(await services.refunds.beginAsking(refund, now, before))) return refund;
  return askRefund(account, { payin, refund, provider, verbs }, services);
}
