import type { LookUp } from '../../base/shared/look-ups.ts';
import type { KnownCharge } from '../../providers/acquirer.ts';
import type { Account } from '../accounts/account.ts';
import { chargeAuthenticated } from './charge-authenticated.ts';
import { decideCharge, declineCharge, releasePayin } from './decide-charge.ts';
import type { PayinDependencies } from './dependencies.ts';
import { findCharge } from './find-payment.ts';
import type { Payin } from './payin.ts';
import { providerOf } from './payin-provider.ts';
import { acknowledgement } from './payin-transition.ts';
import { refusalByProvider } from './provider-refusal.ts';
import { approveAndBook } from './refunds/taken-back.ts';
import { followChallenge, isChallenged } from './three-d-secure/acquirer-challenge.ts';

/** Longer than any request takes: an older reservation is left over from one that died. */
export const RESERVATION_LIMIT_MS = 15_000;

const BETWEEN_MISSES_MS = 60_000;

const WATCH_MS = 24 * 60 * 60_000;

/**
 * Decision: the reservation of a payin is the attempt to charge it, committed before a byte leaves
 * and known to the acquirer by the payin's id; a row of its own would cost every payin a write.
 *
 * Asks the acquirer for its own records; nothing is charged again, save where it books nothing that
 * it does not know at once. `reservedBefore` (real time): younger ones are worked on. `evenEarly`:
 * also what is not due.
 */
export async function reconcilePayins(
  account: Account,
  { reservedBefore, evenEarly = false }: { reservedBefore: Date; evenEarly?: boolean },
  services: PayinDependencies,
): Promise<void> {
  const { payins, lookUps, pollEach } = services;
  const now = services.now();
  const dueBy = evenEarly ? null : now;
  const undecided = await payins.listUndecided(account.companyId, reservedBefore, dueBy);
  const look = async (payin: Payin) => {
    const lookUp = await lookUps.begin(payin, { now: services.now(), evenEarly });
    if (lookUp !== null) await pollAt(account, payin, lookUp, services);
  };
  await pollEach(undecided, look, { companyId: account.companyId, kind: 'charges' });
}

export async function followCharge(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<boolean> {
  const at = { now: services.now(), evenEarly: true };
  const lookUp = await services.lookUps.begin(payin, at);
  return lookUp === null || pollAt(account, payin, lookUp, services);
}

async function pollAt(account: Account, payin: Payin, lookUp: LookUp, services: PayinDependencies) {
  if (payin.paymentMethod !== 'CREDIT_CARD') {
    // Reserved by a process that died: what it had issued nobody has seen.
    await releasePayin(payin, services);
    return true;
  }
  if (isChallenged(payin)) return followChallenge(account, payin, services);
  const provider = await providerOf(payin, services);
  const charge = await findCharge(payin, provider, services);
  const settlesWithinMs = provider?.cards?.settlesWithinMs ?? 0;
  if (charge?.kind === 'not_found' && provider !== null && settlesWithinMs > 0) {
    const bookedWithinMs = provider.deadlineMs + settlesWithinMs;
    await miss(account, payin, { lookUp, bookedWithinMs }, services);
  } else if (charge !== null) {
    await applyCharge(account, payin, charge, services);
  }
  return charge !== null;
}

export async function applyCharge(
  account: Account,
  payin: Payin,
  charge: KnownCharge,
  services: PayinDependencies,
): Promise<void> {
  const wasAnswered = payin.chargeState !== 'reserved';
  switch (charge.kind) {
    case 'processing':
    // Decision: a challenge that nobody was told of in time is not shown any more: the acquirer ends it.
    case 'challenge_required':
      return;
    case 'approved': {
      const approve = () => decideCharge(account, payin, charge, services);
      await approveAndBook(account, payin, { told: charge, approve }, services);
      return;
    }
    case 'refused':
    case 'failed':
      await decideCharge(account, payin, charge, services);
      return;
    case 'declined':
      // A payin that was acknowledged cannot vanish any more, so the decline becomes its status.
      if (wasAnswered) await decideCharge(account, payin, charge, services);
      else await declineCharge(account, payin, charge, services);
      return;
    case 'invalid_data':
      await decideCharge(account, payin, refusalByProvider(payin, charge, services), services);
      return;
    case 'voided':
      // Whoever gave it back, its money is not ours.
      await decideCharge(account, payin, { ...charge, kind: 'failed' }, services);
      return;
    case 'unavailable':
    case 'authentication_required':
    case 'not_found':
      if (payin.chargeState === 'charging' && charge.kind === 'not_found') {
        return chargeAuthenticated(account, payin, services);
      }
      if (wasAnswered) await fail(account, payin, services);
      else await releasePayin(payin, services);
      return;
  }
}

/**
 * Decision: one look is enough for an acquirer that books nothing it does not know
 * (`settlesWithinMs` 0), as the sandbox's. Decision: what is not found is not voided: no acquirer
 * confirms the void of a charge it has not booked.
 *
 * Nothing is decided until it cannot book the charge any more, and is asked twice then; meanwhile
 * the payin is PENDING and holds its reference. One that has failed then is watched for a day.
 */
async function miss(
  account: Account,
  payin: Payin,
  { lookUp, bookedWithinMs }: { lookUp: LookUp; bookedWithinMs: number },
  services: PayinDependencies,
): Promise<void> {
  const held = await hold(payin, services);
  if (held === null) return;
  const now = services.now().getTime();
  const sentAt = payin.reservedAt.getTime();
  const countsFrom = sentAt + bookedWithinMs;
  const put = (dueAt: number, missedAt: number | null, watchedUntil: number | null = null) =>
    services.lookUps.put(payin, {
      dueAt: new Date(dueAt),
      missedAt: missedAt === null ? null : new Date(missedAt),
      watchedUntil: watchedUntil === null ? null : new Date(watchedUntil),
    });
  if (now < countsFrom) return put(Math.min(lookUp.dueAt.getTime(), countsFrom), null);
  const missedAt = lookUp.missedAt?.getTime() ?? now;
  if (now < missedAt + BETWEEN_MISSES_MS) return put(missedAt + BETWEEN_MISSES_MS, missedAt);
  // Watched from before it has failed, so that no end of the process comes between.
  await put(now + BETWEEN_MISSES_MS, missedAt, sentAt + WATCH_MS);
  await fail(account, held, services);
}

/** One that nobody was told of stays for good; null where somebody else has moved it. */
async function hold(payin: Payin, { transitionPayin }: PayinDependencies): Promise<Payin | null> {
  if (payin.chargeState !== 'reserved') return payin;
  const first = { status: payin.status, chargeState: 'unknown' } as const;
  const move = acknowledgement(payin, first);
  return (await transitionPayin(move)) ? move.to : null;
}

async function fail(account: Account, payin: Payin, services: PayinDependencies): Promise<void> {
  await decideCharge(account, payin, { kind: 'failed', externalId: null }, services);
}
