import type { Timed } from '../../base/shared/deadline.ts';
import { orLater } from '../../base/shared/deadline.ts';
import type { ChargeOutcome, ChargeRequest } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import { ANSWER_WITHIN_MS, callProvider } from '../../providers/provider.ts';
import type { Account } from '../accounts/account.ts';
import { decideCharge, declineCharge, forgetCvv, releasePayin } from './decide-charge.ts';
import { declined, reasonOf } from './decline.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { chargedAmount, orderFactsOf } from './payin.ts';
import type { PayinCardToCharge } from './payin-card.ts';
import { acknowledgement, providerTransition } from './payin-transition.ts';
import { providerFailed, refusedByProvider } from './provider-refusal.ts';
import { applyCharge } from './reconcile-payins.ts';
import { awaitChallenge } from './three-d-secure/acquirer-challenge.ts';
import { openThreeDSForPayin } from './three-d-secure/open-three-d-secure.ts';

/**
 * Never inside a transaction: an acquirer may take half a minute, a lock must not. The next of
 * `route` only follows where surely nothing was taken before.
 */
export async function chargeCard(
  account: Account,
  payin: Payin,
  { toCharge, route }: { toCharge: PayinCardToCharge; route: readonly [Provider, ...Provider[]] },
  services: PayinDependencies,
): Promise<Payin> {
  const [provider, ...others] = route;
  const asked = askFor(account, payin, { toCharge, provider }, services);
  const answer = await orLater(asked, ANSWER_WITHIN_MS, services.timers);
  if (answer?.kind === 'answered') {
    const [next] = others;
    if (answer.value.kind === 'unavailable' && next !== undefined) {
      // Written before another acquirer hears of the payin; false: somebody else has moved it.
      const turn = providerTransition(payin, next.name, services.now());
      if (!(await services.transitionPayin(turn))) return current(payin, services);
      const left = { toCharge, route: [next, ...others.slice(1)] } as const;
      return chargeCard(account, turn.to, left, services);
    }
    return finish(account, payin, { toCharge, outcome: answer.value }, services);
  }
  const pending = await leavePending(payin, services);
  if (answer === null) services.inBackground(finishLate(account, pending, asked, services));
  return pending;
}

function askFor(
  account: Account,
  payin: Payin,
  { toCharge, provider }: { toCharge: PayinCardToCharge; provider: Provider },
  services: PayinDependencies,
): Promise<Timed<ChargeOutcome>> {
  const { card, brand, cvv, authentication, ownProof, storedCredential } = toCharge;
  const proof = ownProof ?? authentication?.proof ?? null;
  const request: ChargeRequest = {
    companyId: payin.companyId,
    reference: payin.id,
    ...orderFactsOf(account, payin),
    amount: chargedAmount(payin),
    installments: payin.installments,
    card,
    brand,
    ...(cvv === null ? {} : { cvv }),
    ...(proof === null ? {} : { authentication: proof }),
    ...(storedCredential === null ? {} : { storedCredential }),
    antifraudSessionId: payin.antifraudSessionId ?? undefined,
    // Whom the merchant had authenticated is not asked a second time.
    canAuthenticateLater: ownProof === null && account.traits.threeDSFlow === 'post-order',
  };
  const { cards, deadlineMs } = provider;
  return callProvider(
    async (signal) => (cards === null ? { kind: 'unavailable' } : cards.charge(request, signal)),
    deadlineMs,
    services,
  );
}

async function finish(
  account: Account,
  payin: Payin,
  { toCharge, outcome }: { toCharge: PayinCardToCharge; outcome: ChargeOutcome },
  services: PayinDependencies,
): Promise<Payin> {
  switch (outcome.kind) {
    case 'approved':
    case 'refused':
    case 'failed':
      return decideCharge(account, payin, outcome, services);
    case 'declined':
      await declineCharge(account, payin, outcome, services);
      throw declined({ code: outcome.code, reason: reasonOf(outcome) });
    case 'invalid_data':
      await releasePayin(payin, services);
      throw refusedByProvider(payin, outcome, services);
    case 'unavailable':
      await releasePayin(payin, services);
      throw providerFailed();
    case 'processing':
      return leavePending(payin, services);
    case 'authentication_required':
      return openThreeDSForPayin(account, payin, toCharge, services).catch(
        async (error: unknown) => {
          await releasePayin(payin, services);
          throw error;
        },
      );
    case 'challenge_required': {
      const { cardFingerprint } = toCharge;
      const begun = { cardFingerprint, challenge: outcome };
      return (await awaitChallenge(account, payin, begun, services)) ?? current(payin, services);
    }
  }
}

async function finishLate(
  account: Account,
  payin: Payin,
  asked: Promise<Timed<ChargeOutcome>>,
  services: PayinDependencies,
): Promise<void> {
  const answer = await asked;
  if (answer.kind !== 'answered' || payin.chargeState !== 'unknown') return;
  await applyCharge(account, payin, answer.value, services);
}

/** The charge may have been made: it is acknowledged as PENDING and looked up, never sent again. */
async function leavePending(payin: Payin, services: PayinDependencies): Promise<Payin> {
  const first = { status: payin.status, chargeState: 'unknown' } as const;
  const move = acknowledgement(payin, first);
  const isMoved = await services.transitionPayin(move);
  await forgetCvv(payin, services);
  return isMoved ? move.to : current(payin, services);
}

async function current(payin: Payin, { payins }: PayinDependencies): Promise<Payin> {
  return (await payins.find(payin.companyId, payin.id)) ?? payin;
}
