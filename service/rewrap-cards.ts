import type { AccountStore } from './account.ts';
import type { CardTokenStore } from './card-token.ts';
import type { CardVault } from './card-vault.ts';

export type RewrapServices = {
  accounts: AccountStore;
  cardTokens: CardTokenStore;
  vault: CardVault;
};

/**
 * Brings every kept card under the newest key-encryption key, after which the ones before it can
 * be taken out of the settings. Cards themselves are not opened.
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
  }
}
