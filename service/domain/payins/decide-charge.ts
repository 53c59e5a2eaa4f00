import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import type { NetworkAnswer, SettlementTerms } from '../../providers/acquirer.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { hashToken } from '../cards/card-token.ts';
import { reasonOf } from './decline.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin, PayinTrace } from './payin.ts';
import type { DeclinedCharge } from './payin-transition.ts';
import { declineOf, declineTransition, moveTo, release } from './payin-transition.ts';
import { watchReturns } from './watch-payin.ts';

type DecidedCharge =
  | {
      kind: 'approved';
      externalId: string | null;
      networkTransactionId?: string;
      terms?: SettlementTerms;
    }
  | { kind: 'failed'; externalId: string | null }
  | {
      kind: 'refused';
      externalId: string | null;
      reason?: DeclineReason;
      network?: NetworkAnswer;
      said?: readonly string[];
    }
  | DeclinedCharge;

const STATUS_OF = {
  approved: 'APPROVED',
  refused: 'REFUSED',
  failed: 'FAILED',
  declined: 'REFUSED',
} as const;

/**
 * Then destroys the CVV. The decline of an acknowledged payin makes it REFUSED and is kept for the
 * operator. Where another was faster, gives what they wrote.
 */
export async function decideCharge(
  account: Account,
  payin: Payin,
  outcome: DecidedCharge,
  services: PayinDependencies,
): Promise<Payin> {
  const now = accountTime(account, services.now());
  const isDecline = outcome.kind === 'declined';
  const change = {
    to: STATUS_OF[outcome.kind],
    externalId: isDecline ? null : outcome.externalId,
    declineReason: isDecline || outcome.kind === 'refused' ? reasonOf(outcome) : null,
    networkTransactionId:
      outcome.kind === 'approved' ? (outcome.networkTransactionId ?? null) : null,
    terms: outcome.kind === 'approved' ? outcome.terms : undefined,
    now,
  };
  const trace = { ...payin.trace, ...refusalOf(outcome) };
  const move = moveTo(account, { ...payin, trace }, change, services);
  if (outcome.kind === 'approved') await watchReturns(payin, services);
  const decline = isDecline ? declineOf(payin, outcome, now) : null;
  if (!(await services.transitionPayin({ ...move, decline }))) {
    return (await services.payins.find(payin.companyId, payin.id)) ?? payin;
  }
  await forgetCvv(payin, services);
  return move.to;
}

/** In its network's code, or the provider's own. */
function refusalOf(outcome: DecidedCharge): PayinTrace {
  const network = 'network' in outcome ? outcome.network : undefined;
  if (network !== undefined) return { refusal: `${network.brand} ${network.code}` };
  return 'said' in outcome ? { refusal: outcome.said.join(', ') } : {};
}

export async function declineCharge(
  account: Account,
  payin: Payin,
  outcome: DeclinedCharge,
  services: PayinDependencies,
): Promise<void> {
  const now = accountTime(account, services.now());
  await services.transitionPayin(
    declineTransition(account, payin, outcome, { now, hash: services.hash }),
  );
  await forgetCvv(payin, services);
}

/** Gives everything back that a claimed payin has taken, since surely nothing was charged. */
export async function releasePayin(
  payin: Payin,
  { transitionPayin }: Pick<PayinDependencies, 'transitionPayin'>,
): Promise<void> {
  await transitionPayin(release(payin));
}

export async function forgetCvv(
  { companyId, tokenHash, authenticationId }: Payin,
  { cvvs, hash }: Pick<PayinDependencies, 'cvvs' | 'hash'>,
): Promise<void> {
  if (tokenHash !== null) await cvvs.destroy({ companyId, tokenHash });
  if (authenticationId === null) return;
  await cvvs.destroy({ companyId, tokenHash: hashToken(hash, authenticationId) });
}
