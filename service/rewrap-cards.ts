import type { AccountStore } from './account.ts';
import type { CardTokenStore } from './card-token.ts';
import type { CardVault } from './card-vault.ts';
import type { AuthenticationStore } from './three-d-secure.ts';
import type { ThreeDSVault } from './three-d-secure-vault.ts';

export type RewrapServices = {
  accounts: AccountStore;
  cardTokens: CardTokenStore;
  vault: CardVault;
  authentications: AuthenticationStore;
  threeDSVault: ThreeDSVault;
};

/**
 * Brings every kept card and proof under the newest key-encryption key, after which the ones before
 * it can be taken out of the settings. The values themselves are not opened.
 */
export async function rewrapCards(services: RewrapServices): Promise<void> {
  const { accounts, cardTokens, vault } = services;
  for (const companyId of await accounts.listIds()) {
    for (;;) {
      const cards = await cardTokens.listSealedElsewhere(companyId, vault.keyVersion);
      if (cards.length === 0) break;
      for (const { tokenHash, sealedCard } of cards) {
        const key = { companyId, tokenHash };
        await cardTokens.replaceSealed(key, sealedCard, vault.rewrap(sealedCard, key));
      }
    }
    await rewrapAuthentications(companyId, services);
  }
}

async function rewrapAuthentications(
  companyId: string,
  { authentications, threeDSVault }: RewrapServices,
): Promise<void> {
  for (;;) {
    const sealed = await authentications.listSealedElsewhere(companyId, threeDSVault.keyVersion);
    if (sealed.length === 0) return;
    for (const values of sealed) {
      await authentications.replaceSealed(
        companyId,
        values,
        threeDSVault.rewrap(companyId, values),
      );
    }
  }
}
