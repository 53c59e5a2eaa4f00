import type { PaymentMethod } from '../../../contract/payments/payment-method.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { AuthenticationProof, CardToCharge } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import type { ThreeDSecureProvider } from '../../providers/three-d-secure-provider.ts';
import type { Account } from '../accounts/account.ts';
import { lackingOf, sellingFor } from '../accounts/sub-merchant.ts';
import type { Payin } from './payin.ts';
import type { PayinCardToCharge } from './payin-card.ts';
import type { Authentication } from './three-d-secure/three-d-secure.ts';
import { isAtAcquirer } from './three-d-secure/three-d-secure.ts';

export type Route = readonly [Provider, ...Provider[]];

/** 403 METHOD_NOT_ENABLED where the route is empty; 502 PROVIDER_ERROR where none can be asked. */
export async function requireRoute(
  { companyId, method }: { companyId: string; method: PaymentMethod },
  providers: Providers,
): Promise<Route> {
  const [first, ...others] = await providers.route(companyId, method);
  if (first !== undefined) return [first, ...others];
  if (!(await providers.isRouted(companyId, method))) {
    throw new ApiError('METHOD_NOT_ENABLED', `${method} is not enabled for this account.`);
  }
  throw new ApiError('PROVIDER_ERROR', 'Nobody takes payments by this method now; try again.');
}

/** A card in a vault is charged there alone: 400 INVALID_DATA where that serves no longer. */
export async function requireCardRoute(
  account: Account,
  card: CardToCharge,
  { providers, now }: { providers: Providers; now: Date },
): Promise<Route> {
  const { companyId } = account;
  const route = await requireRoute({ companyId, method: 'CREDIT_CARD' }, providers);
  if (card.kind === 'card') return requireSeller(route, account, now);
  const keeper = route.find(({ name }) => name === card.provider);
  if (keeper !== undefined) return requireSeller([keeper], account, now);
  const isRouted = await providers.isRouted(companyId, 'CREDIT_CARD', card.provider);
  if (!isRouted || (await providers.find(companyId, card.provider)) === null) {
    throw invalidField('card.token', 'no_provider');
  }
  throw new ApiError('PROVIDER_ERROR', 'The card lies in a vault that cannot be asked now.');
}

/**
 * Leaves of a card's route those that its proof may be shown to: who takes one that the merchant
 * brought, or who alone can verify a name they gave. 400 INVALID_DATA or 502 PROVIDER_ERROR where
 * there is none: a card is never charged without the proof it came with.
 */
export function requireProofTaken(
  route: Route,
  { ownProof, authentication }: Pick<PayinCardToCharge, 'ownProof' | 'authentication'>,
): Route {
  if (ownProof === null) return verifiersOf(route, authentication?.proof ?? null);
  const [first, ...others] = route.filter(({ cards }) => cards?.takesMerchantProof === true);
  if (first !== undefined) return [first, ...others];
  throw invalidField('card.threeDSecure', 'no_provider');
}

/** 403 METHOD_NOT_ENABLED where none of a card's route sells for the company today. */
function requireSeller(route: Route, account: Account, now: Date): Route {
  const [first, ...others] = sellingFor(route, account, now);
  if (first !== undefined) return [first, ...others];
  const lacking = lackingOf(account).join(', ');
  const message = `CREDIT_CARD is not enabled: its acquirer must know who sells, and the company lacks ${lacking}.`;
  throw new ApiError('METHOD_NOT_ENABLED', message);
}

function verifiersOf(route: Route, proof: AuthenticationProof | null): Route {
  if (proof?.kind !== 'reference') return route;
  const verifier = route.find(({ name }) => name === proof.provider);
  if (verifier !== undefined) return [verifier];
  const message =
    'Only who authenticated the card can charge it, and cannot be asked now; try again.';
  throw new ApiError('PROVIDER_ERROR', message);
}

export function providerOf(
  { companyId, provider }: Pick<Payin, 'companyId' | 'provider'>,
  { providers }: { providers: Providers },
): Promise<Provider | null> {
  return providers.find(companyId, provider);
}

export type Authenticator = Provider & { readonly threeDS: ThreeDSecureProvider };

export async function findAuthenticator(
  { companyId, provider }: { companyId: string; provider: string },
  { providers }: { providers: Providers },
): Promise<Authenticator | null> {
  return asAuthenticator(await providers.find(companyId, provider));
}

export async function browserHalfFor(
  authentication: Authentication,
  { providers }: { providers: Providers },
): Promise<Pick<ThreeDSecureProvider, 'browser'> | null> {
  const provider = await providers.find(authentication.companyId, authentication.provider);
  if (isAtAcquirer(authentication)) return provider?.challenges ?? null;
  return provider?.threeDS ?? null;
}

export function asAuthenticator(provider: Provider | null): Authenticator | null {
  if (provider === null || provider.threeDS === null) return null;
  return { ...provider, threeDS: provider.threeDS };
}
