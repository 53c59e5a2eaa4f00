import type { ReturnNature } from '../../../../contract/payments/payin-return.ts';
import { ApiError, invalidField } from '../../../base/shared/api-error.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';
import { findTold } from '../cancel-payin.ts';
import type { PayinDependencies } from '../dependencies.ts';
import type { Payin } from '../payin.ts';
import { illegalTransition, isPaid } from '../payin-status.ts';
import type { PayinTransition } from '../payin-transition.ts';
import type { Refund } from './refund.ts';
import { amountLeft, isRefundable } from './refund.ts';
import {
  disputeChange,
  disputeTransition,
  disputeWonTransition,
  returnTransition,
  returnUndoneTransition,
  statusTaken,
  takenFrom,
} from './return-transition.ts';
import { newReturn, returnIdOf } from './taken-back.ts';

/** `reference`: of the provider's paper, null in the sandbox. `amount`: all there is if absent. */
export type TakenBackEntry =
  | { kind: 'return'; nature: ReturnNature; reference: string | null; amount?: number | undefined }
  | {
      kind: 'dispute';
      nature: ReturnNature;
      reference: string | null;
      amount?: number | undefined;
      answerBy: Date | null;
    }
  | { kind: 'undo-return'; reference: string }
  | { kind: 'won' | 'lost' };

type Services = Pick<
  PayinDependencies,
  'payins' | 'refunds' | 'transitionPayin' | 'hash' | 'now' | 'randomBytes'
>;

/**
 * Books an entry as if the provider had told it. The same entry again changes nothing and gives the
 * payin as it is. 409 ILLEGAL_TRANSITION where the payin does not allow it, 400 INVALID_DATA for more
 * than is left, and for a reference that stands for something else already.
 */
export async function enterTakenBack(
  account: Account,
  id: string,
  entry: TakenBackEntry,
  services: Services,
): Promise<Payin> {
  for (let round = 0; round < 20; round += 1) {
    const payin = await findTold(account, id, services);
    const refunds = await services.refunds.listOf(payin.companyId, id);
    const move = moveOf(account, payin, { entry, refunds }, services);
    if (move === null) return payin;
    if (await services.transitionPayin(move)) return move.to;
  }
  throw new ApiError('IN_PROGRESS', 'This payin is being changed by others.');
}

function moveOf(
  account: Account,
  payin: Payin,
  { entry, refunds }: { entry: TakenBackEntry; refunds: readonly Refund[] },
  services: Services,
): (PayinTransition & { to: Payin }) | null {
  switch (entry.kind) {
    case 'return':
      return returnOf(account, payin, { entry, refunds }, services);
    case 'undo-return':
      return undoOf(account, payin, { entry, refunds }, services);
    case 'dispute':
      return disputeOf(account, payin, entry, services);
    case 'won':
    case 'lost':
      return endOf(account, payin, entry.kind, services);
  }
}

type EntryOf<Kind extends TakenBackEntry['kind']> = Extract<TakenBackEntry, { kind: Kind }>;

function returnOf(
  account: Account,
  payin: Payin,
  { entry, refunds }: { entry: EntryOf<'return'>; refunds: readonly Refund[] },
  services: Services,
) {
  const { nature, reference } = entry;
  const id = reference ?? Buffer.from(services.randomBytes(16)).toString('hex');
  const known = find(payin, { reference: id, refunds }, services);
  if (known !== undefined) {
    if (known.status !== 'DONE') throw invalidField('reference', 'used');
    requireSame(known, entry);
    return null;
  }
  const ofDispute = takenFrom(payin, nature, payin.amount);
  const left = amountLeft(payin) + ofDispute;
  const isPossible = nature === 'elsewhere' ? isRefundable(payin) : isPaid(payin.status);
  if (!isPossible || left === 0) throw illegalTransition(payin.status, statusTaken(nature));
  // Decision: unless it is said, a return is of what its dispute has taken, since that is what a
  // dispute comes to; without one, of all that is left.
  const amount = entry.amount ?? (ofDispute > 0 ? ofDispute : left);
  if (amount > left) throw invalidField('amount', 'more_than_left', { left });
  const returned = newReturn(account, payin, { id, amount, nature }, services);
  return returnTransition(account, payin, returned);
}

function undoOf(
  account: Account,
  payin: Payin,
  { entry, refunds }: { entry: EntryOf<'undo-return'>; refunds: readonly Refund[] },
  services: Services,
) {
  const known = find(payin, { reference: entry.reference, refunds }, services);
  if (known === undefined) throw invalidField('reference', 'unknown');
  const { id, nature, status } = known;
  if (nature === null) throw invalidField('reference', 'unusable');
  if (status !== 'DONE') return null;
  // Decision: what an earlier dispute has come to stays, since another one has followed it.
  const isOfEarlier = payin.dispute?.earlier?.some(({ settledBy = {} }) => id in settledBy);
  if (isOfEarlier) throw illegalTransition(payin.status, payin.status);
  const updatedAt = accountTime(account, services.now());
  return returnUndoneTransition(account, payin, { ...known, nature, status: 'FAILED', updatedAt });
}

function find(
  payin: Payin,
  { reference, refunds }: { reference: string; refunds: readonly Refund[] },
  services: Services,
): Refund | undefined {
  const id = returnIdOf(payin, { id: reference }, services);
  return refunds.find((refund) => refund.id === id);
}

function disputeOf(account: Account, payin: Payin, entry: EntryOf<'dispute'>, services: Services) {
  const { nature, reference, answerBy } = entry;
  const now = accountTime(account, services.now());
  const { dispute } = payin;
  const disputes = dispute === null ? [] : [dispute, ...(dispute.earlier ?? [])];
  const known = disputes.find((one) => reference !== null && one.reference === reference);
  if (known !== undefined) {
    requireSame(known, entry);
    return null;
  }
  const left = amountLeft(payin);
  if (dispute !== null && dispute.taken > 0 && reference !== null && !dispute.reference) {
    // The provider has told of it before its paper came.
    requireSame(dispute, entry);
    const day = answerBy?.toISOString() ?? dispute.answerBy;
    return disputeChange(payin, { ...dispute, reference, answerBy: day }, now);
  }
  const isPossible = isPaid(payin.status) && (dispute?.taken ?? 0) === 0 && left > 0;
  if (!isPossible) throw illegalTransition(payin.status, statusTaken(nature));
  const amount = entry.amount ?? left;
  if (amount > left) throw invalidField('amount', 'more_than_left', { left });
  const facts = { nature, amount, reason: null, answerBy, outcome: 'open' } as const;
  return disputeTransition(account, payin, facts, now, reference);
}

function endOf(account: Account, payin: Payin, outcome: 'won' | 'lost', services: Services) {
  const { dispute } = payin;
  const to = outcome === 'lost' ? payin.status : payin.refundedAmount > 0 ? 'REFUNDED' : 'APPROVED';
  if (dispute?.status === outcome) return null;
  if (dispute === null || dispute.taken === 0) throw illegalTransition(payin.status, to);
  const now = accountTime(account, services.now());
  return outcome === 'won'
    ? disputeWonTransition(account, payin, dispute, now)
    : disputeChange(payin, { ...dispute, status: 'lost' }, now);
}

function requireSame(
  known: { amount: number; nature: ReturnNature | null },
  { amount, nature }: { amount?: number | undefined; nature: ReturnNature },
): void {
  if (amount !== undefined && amount !== known.amount) {
    throw invalidField('amount', 'entered_with', { amount: known.amount });
  }
  if (nature !== known.nature) throw invalidField('nature', 'of_another', { field: 'reference' });
}
