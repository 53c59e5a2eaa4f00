import { rewrapWebhookSecrets } from '../webhooks/webhook-signing.ts';
import type { MaintenanceDependencies } from './dependencies.ts';

/**
 * Brings an account's cards, proofs and webhook secrets under the newest key-encryption key. Once
 * that is done for all accounts, the older keys can be taken out of the settings. The values
 * themselves are not opened.
 */
export async function rewrapAccount(
  companyId: string,
  services: MaintenanceDependencies,
): Promise<void> {
  await rewrapCards(companyId, services);
  await rewrapAuthentications(companyId, services);
  await rewrapWebhookSecrets(companyId, services);
}

async function rewrapCards(
  companyId: string,
  { cardTokens, vault }: MaintenanceDependencies,
): Promise<void> {
  for (;;) {
    const cards = await cardTokens.listSealedElsewhere(companyId, vault.keyVersion);
    if (cards.length === 0) return;
    for (const { tokenHash, sealedCard } of cards) {
      const key = { companyId, tokenHash };
      await cardTokens.replaceSealed(key, sealedCard, vault.rewrap(sealedCard, key));
    }
  }
}

async function rewrapAuthentications(
  companyId: string,
  { authentications, threeDSVault }: MaintenanceDependencies,
): Promise<void> {
  for (;;) {
    const sealed = await authentications.listSealedElsewhere(companyId, threeDSVault.keyVersion);
    if (sealed.length === 0) return;
    for (const values of sealed) {
      const rewrapped = threeDSVault.rewrap(companyId, values);
      await authentications.replaceSealed(companyId, values, rewrapped);
    }
  }
}
