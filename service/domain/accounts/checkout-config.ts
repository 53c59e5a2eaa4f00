import { CONSENT_TEXT } from '../../../contract/card/saved-card.ts';
import type { Capabilities } from '../../../contract/payments/account.ts';
import type { CheckoutConfig } from '../../../contract/published-types.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import type { ThreeDSecureProvider } from '../../providers/three-d-secure-provider.ts';
import type { Account, AccountStore } from './account.ts';
import { toPublicAccount } from './account.ts';
import { findCaller } from './credential.ts';
import { sellingRoute, withWorkingMethods } from './working-methods.ts';

/** Addresses the configuration tells; the frame takes them from here, never from a page. */
export type CheckoutAddresses = {
  /** Where merchants call us; in what they are given to show a buyer, such as a boleto's PDF. */
  baseUrl: string;
  checkoutUrl: string;
  threeDSStageUrl: string;
  /** Where payment pages are; empty where none are served. */
  paymentPageUrl: string;
};

type Authenticator = Pick<ThreeDSecureProvider, 'name' | 'browser'> | null;

/** After the order the acquirer may do it itself. */
function authenticatorOf({ traits }: Account, acquirer: Provider | undefined): Authenticator {
  if (acquirer === undefined) return null;
  const { name, threeDS, challenges } = acquirer;
  if (traits.threeDSFlow !== 'post-order') return threeDS;
  if (challenges !== undefined) return { name, browser: challenges.browser };
  // What the charge verifies has to come before it, as what is asked of a server in between.
  const isBefore = threeDS?.verifiedBy === 'acquirer' || threeDS?.enroll !== undefined;
  return isBefore ? null : threeDS;
}

export async function readCheckoutConfig(
  stored: Account,
  { addresses, ...services }: Pick<ConfigServices, 'addresses' | 'providers' | 'now'>,
): Promise<CheckoutConfig> {
  const account = await withWorkingMethods(stored, services);
  const [acquirer] = account.traits.cardEnabled ? await sellingRoute(account, services) : [];
  return toCheckoutConfig(account, {
    addresses,
    authenticator: authenticatorOf(account, acquirer),
    hasDevice: account.traits.antifraud && acquirer?.antifraud !== undefined,
  });
}

function toCheckoutConfig(
  account: Account,
  {
    addresses,
    authenticator,
    hasDevice,
  }: { addresses: CheckoutAddresses; authenticator: Authenticator; hasDevice: boolean },
): CheckoutConfig {
  const identity = toPublicAccount(account);
  const { threeDS, antifraud } = identity.capabilities;
  const { maxInstallments, installmentTable } = account.traits;
  return {
    ...identity,
    capabilities: {
      ...identity.capabilities,
      threeDS: threeDS.enabled ? withProvider(threeDS, authenticator) : threeDS,
      antifraud: { ...antifraud, ...(hasDevice ? { device: true } : {}) },
    },
    checkoutUrl: addresses.checkoutUrl,
    threeDSStageUrl: addresses.threeDSStageUrl,
    origins: account.origins,
    maxInstallments,
    ...(installmentTable === null ? {} : { installmentTable }),
    ...(savesCards(account, authenticator) ? { savedCards: savedCardsOf(account) } : {}),
  };
}

/** Decision: not where a provider's script is given the number, which a saved card cannot give. */
function savesCards({ traits }: Account, authenticator: Authenticator): boolean {
  return traits.cardEnabled && traits.cardOnFile && authenticator?.browser.needsCard !== true;
}

function savedCardsOf({ traits }: Account) {
  return { text: traits.consentText ?? CONSENT_TEXT, isCvvAsked: traits.cvvRequired };
}

function withProvider(
  threeDS: Extract<Capabilities['threeDS'], { enabled: true }>,
  provider: Authenticator,
): CheckoutConfig['capabilities']['threeDS'] {
  if (provider === null) return { enabled: false };
  return { ...threeDS, provider: provider.name, ...provider.browser };
}

export type ConfigServices = {
  accounts: AccountStore;
  hash: KeyedHash;
  addresses: CheckoutAddresses;
  providers: Providers;
  now: () => Date;
};

/** 401 for an unknown or revoked key. */
export async function checkoutConfigFor(
  publicKey: string,
  services: ConfigServices,
): Promise<CheckoutConfig> {
  const { account } = await findCaller({ scope: 'public', publicKey }, services);
  return readCheckoutConfig(account, services);
}
