import type { CheckoutConfig } from '../contract/checkout-config.ts';
import type { Account, AccountStore } from './account.ts';
import { toPublicAccount } from './account.ts';
import { findCaller } from './credential.ts';
import type { KeyedHash } from './keyed-hash.ts';

/** Addresses the configuration tells; the frame takes them from here, never from a page. */
export type CheckoutAddresses = {
  checkoutUrl: string;
  threeDSStageUrl: string;
  /** What the browser half of the 3-D Secure provider needs to be allowed in a page's policy. */
  threeDSProvider: {
    sdkUrl: string;
    provider: string;
    hosts: { script: string[]; connect: string[]; frame: string[] };
  };
};

/** What a browser may know of an account. Source: design 4.6, 5.1 "getConfig()". */
export function toCheckoutConfig(account: Account, addresses: CheckoutAddresses): CheckoutConfig {
  const identity = toPublicAccount(account);
  const { threeDS } = identity.capabilities;
  return {
    ...identity,
    capabilities: {
      ...identity.capabilities,
      threeDS: threeDS.enabled ? { ...threeDS, ...addresses.threeDSProvider } : threeDS,
    },
    checkoutUrl: addresses.checkoutUrl,
    threeDSStageUrl: addresses.threeDSStageUrl,
    origins: account.origins,
    maxInstallments: account.traits.maxInstallments,
  };
}

export type ConfigServices = {
  accounts: AccountStore;
  hash: KeyedHash;
  addresses: CheckoutAddresses;
};

/** The configuration behind a public key, for whoever embeds it. Unknown or revoked: 401. */
export async function checkoutConfigFor(
  publicKey: string,
  services: ConfigServices,
): Promise<CheckoutConfig> {
  const { account } = await findCaller({ scope: 'public', publicKey }, services);
  return toCheckoutConfig(account, services.addresses);
}
