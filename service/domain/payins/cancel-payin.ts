import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import type { Asking, PayinDependencies } from './dependencies.ts';
import { cancelPayment } from './end-payment.ts';
import type { Payin } from './payin.ts';
import { toRefusedPayin } from './payin.ts';
import { currentPayin } from './payin-answer.ts';
import { toPayinEvent } from './payin-event.ts';
import { illegalTransition, isOpen } from './payin-status.ts';
import { returnUnderpayment } from './refunds/return-underpayment.ts';
import { isChallenged } from './three-d-secure/acquirer-challenge.ts';
import { endThreeDS } from './three-d-secure/end-three-d-secure.ts';

/**
 * Ends a payin whose buyer has changed their mind; asked again, it gives the same. Decision: one
 * that was underpaid becomes FAILED, what came in goes back, and the answer is the payin. Decision:
 * what a provider does not say clearly ends nothing. Throws `ApiError`: 404 unknown or foreign; 409
 * ILLEGAL_TRANSITION ended in another way; 409 IN_PROGRESS a charge in doubt, or the provider does
 * not say clearly that it is over.
 */
export async function cancelPayin(
  account: Account,
  id: string,
  services: PayinDependencies,
  asking?: Asking,
): Promise<Payin> {
  for (let round = 0; round < 3; round += 1) {
    const found = await findTold(account, id, services, asking);
    const payin = await currentPayin(account, found, services);
    if (payin.status === 'CANCELED') return payin;
    if (!isOpen(payin)) {
      throw illegalTransition(payin.status, 'CANCELED', { payin: toRefusedPayin(payin) });
    }
    const ended = await endOpenPayin(account, payin, services);
    if (ended === null) throw undecided(payin);
    if (ended === 'underpaid') return failUnderpaid(account, payin, services);
  }
  throw undecided(await findTold(account, id, services));
}

export function undecided(payin: Payin): ApiError {
  return new ApiError('IN_PROGRESS', 'It is not known yet how this payin ends; ask again.', {
    payin: toRefusedPayin(payin),
  });
}

export async function findTold(
  { companyId }: Account,
  id: string,
  { payins }: Pick<PayinDependencies, 'payins'>,
  asking?: Asking,
): Promise<Payin> {
  const payin = await payins.find(companyId, id);
  if (payin === null || payin.chargeState === 'reserved') {
    throw new ApiError('NOT_FOUND', 'There is no such payin.');
  }
  asking?.isAbout(payin);
  return payin;
}

/**
 * Gives it as it is then, which may be paid. Null where nobody can tell how it ends, and for a
 * charge that is on its way. `underpaid`: what came in has to go back first.
 */
export async function endOpenPayin(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<Payin | 'underpaid' | null> {
  if (payin.chargeState === 'awaiting_payment') return cancelPayment(account, payin, services);
  if (payin.chargeState !== 'awaiting_authentication' && !isChallenged(payin)) return null;
  const { companyId, authenticationId: id } = payin;
  const open = id === null ? null : await services.authentications.find({ companyId, id });
  if (open?.status !== 'OPEN') return null;
  const end = { status: 'EXPIRED', reason: null, sealedProof: null } as const;
  await endThreeDS(account, open, end, services);
  const after = await services.payins.find(companyId, payin.id);
  return after?.status === 'PENDING_3DS' ? null : after;
}

/**
 * Ends a payin that waits for its buyer, who has chosen another way to pay: `by` is the payin that
 * takes its place, which record and events tell. Decision: it has its id before it is made; where it is
 * refused at once there is none of that id. Gives it as it is then, which may be paid. Throws as
 * `cancelPayin` does where nobody can tell how it ends.
 */
export async function replacePayin(
  account: Account,
  payin: Payin,
  by: string,
  services: PayinDependencies,
): Promise<Payin> {
  const transitionPayin: PayinDependencies['transitionPayin'] = (move) => {
    const isItsEnd =
      move.from.id === payin.id && (move.enters === 'CANCELED' || move.enters === 'FAILED');
    if (!isItsEnd || move.to === null) return services.transitionPayin(move);
    const to = { ...move.to, replacedBy: by };
    return services.transitionPayin({ ...move, to, event: toPayinEvent(account, to) });
  };
  const replacing = { ...services, transitionPayin };
  const ended = await endOpenPayin(account, payin, replacing);
  if (ended === null) throw undecided(payin);
  return ended === 'underpaid' ? failUnderpaid(account, payin, replacing) : ended;
}

async function failUnderpaid(account: Account, payin: Payin, services: PayinDependencies) {
  await returnUnderpayment(account, payin, services).catch((error: unknown) => {
    // Somebody else was faster, or the issuer tells nothing, or something else, by now.
    throw error instanceof ApiError ? undecided(payin) : error;
  });
  return findTold(account, payin.id, services);
}
