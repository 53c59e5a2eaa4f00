import { callProvider } from '../../providers/provider.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { hashToken } from '../cards/card-token.ts';
import { decideCharge, forgetCvv } from './decide-charge.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { chargedAmount, orderFactsOf } from './payin.ts';
import { providerOf } from './payin-provider.ts';
import { moveTo } from './payin-transition.ts';
import { refusalByProvider } from './provider-refusal.ts';

/**
 * Charges a payin whose buyer was authenticated after the order, under the same reference as its
 * first try, so that whoever does this again after a crash charges nothing twice. The payin was
 * acknowledged, so whatever the acquirer says becomes its status.
 */
export async function chargeAuthenticated(
  account: Account,
  payin: Payin,
  services: PayinDependencies,
): Promise<void> {
  const { companyId, authenticationId } = payin;
  if (authenticationId === null) throw new Error('the payin waits for no authentication');
  const key = { companyId, id: authenticationId };
  const authentication = await services.authentications.find(key);
  // Its secrets go with its decision: somebody else made that.
  if (authentication === null || authentication.sealedCard === null) return;
  const { sealedCard, sealedProof } = authentication;
  const provider = await providerOf(payin, services);
  const cards = provider?.cards ?? null;
  // Without credentials nobody can be asked; the payin waits until an operator gives them back.
  if (provider === null || cards === null) return;
  // Decision: a CVV lost with the process that held it is left out; the buyer was authenticated.
  const cvv = await services.cvvs.read(
    { companyId, token: authenticationId, tokenHash: hashToken(services.hash, authenticationId) },
    accountTime(account, services.now()),
  );
  const { card, storedCredential } = services.threeDSVault.openCard(sealedCard, key);
  const answer = await callProvider(
    (signal) =>
      cards.charge(
        {
          companyId,
          reference: payin.id,
          ...orderFactsOf(account, payin),
          amount: chargedAmount(payin),
          installments: payin.installments,
          card,
          brand: payin.cardBrand ?? 'unknown',
          ...(cvv === null ? {} : { cvv }),
          ...(sealedProof === null
            ? {}
            : { authentication: services.threeDSVault.openProof(sealedProof, key) }),
          // Whoever was authenticated is there.
          ...(storedCredential === null
            ? {}
            : { storedCredential: { ...storedCredential, initiator: 'buyer' } }),
          antifraudSessionId: payin.antifraudSessionId ?? undefined,
          canAuthenticateLater: false,
        },
        signal,
      ),
    provider.deadlineMs,
    services,
  );
  const decide = (decided: Parameters<typeof decideCharge>[2]) =>
    decideCharge(account, payin, decided, services);
  if (answer.kind !== 'answered') return leaveUnknown(account, payin, services);
  const { value: outcome } = answer;
  switch (outcome.kind) {
    // A buyer who was authenticated is not asked again, but the acquirer may have the charge.
    case 'processing':
    case 'challenge_required':
      return leaveUnknown(account, payin, services);
    case 'invalid_data':
      await decide(refusalByProvider(payin, outcome, services));
      return;
    // A passing failure took nothing, and the authentication is used: the payin has failed.
    case 'unavailable':
    case 'authentication_required':
      await decide({ kind: 'failed', externalId: null });
      return;
    default:
      await decide(outcome);
  }
}

async function leaveUnknown(account: Account, payin: Payin, services: PayinDependencies) {
  const now = accountTime(account, services.now());
  const change = { to: 'PENDING', chargeState: 'unknown', now } as const;
  await services.transitionPayin(moveTo(account, payin, change, services));
  await forgetCvv(payin, services);
}
