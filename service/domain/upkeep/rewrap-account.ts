import { SealBroken } from '../../base/crypto/envelope.ts';
import {
  ALL_COMPANIES,
  openNoticeSecret,
  openSettings,
  rewrapCredentials,
} from '../../providers/credentials.ts';
import { requireReadableTotp, rewrapTotp } from '../people/second-factor.ts';
import { requireReadableSecrets, rewrapWebhookSecrets } from '../webhooks/webhook-signing.ts';
import type { MaintenanceDependencies } from './dependencies.ts';
import type { SealedKind, UnreadableCount } from './sealed-values.ts';
import { SealedValuesUnreadable } from './sealed-values.ts';

/**
 * Once this is done for all accounts, older keys can leave the settings. Values are not opened;
 * what cannot be read is left and told.
 */
export async function rewrapAccount(
  companyId: string,
  services: MaintenanceDependencies,
): Promise<UnreadableCount[]> {
  const { cardTokens, vault, authentications, threeDSVault } = services;
  const { attempt, unreadable } = countUnreadable(companyId);
  for await (const { tokenHash, sealedCard } of sealedCards(
    companyId,
    vault.keyVersion,
    services,
  )) {
    const key = { companyId, tokenHash };
    await attempt('cards', async () =>
      cardTokens.replaceSealed(key, sealedCard, vault.rewrap(sealedCard, key)),
    );
  }
  const { keyVersion } = threeDSVault;
  for await (const values of sealedAuthentications(companyId, keyVersion, services)) {
    await attempt('authentications', async () =>
      authentications.replaceSealed(companyId, values, threeDSVault.rewrap(companyId, values)),
    );
  }
  await attempt('webhook secrets', () => rewrapWebhookSecrets(companyId, services));
  return [...unreadable(), ...(await rewrapProviders(companyId, services))];
}

export async function rewrapShared(services: SharedServices): Promise<UnreadableCount[]> {
  const { totp, envelope } = services;
  const { attempt, unreadable } = countUnreadable(null);
  for await (const stored of sealedTotps(envelope.currentVersion, services)) {
    await attempt('authenticator apps', () =>
      totp.replaceSealed(stored, rewrapTotp(stored, envelope)),
    );
  }
  return [...unreadable(), ...(await rewrapProviders(ALL_COMPANIES, services))];
}

type CredentialServices = Pick<MaintenanceDependencies, 'providerCredentials' | 'envelope'>;
type SharedServices = CredentialServices & Pick<MaintenanceDependencies, 'totp'>;

async function rewrapProviders(
  companyId: string,
  { providerCredentials, envelope }: CredentialServices,
): Promise<UnreadableCount[]> {
  const { attempt, unreadable } = countUnreadable(companyId);
  for (const credentials of await providerCredentials.list(companyId)) {
    const { sealedSettings, sealedNoticeSecret } = credentials;
    await attempt('provider credentials', async () => {
      const rewrapped = rewrapCredentials(credentials, envelope);
      const isNewest = [sealedSettings, sealedNoticeSecret].every(
        (sealed) => envelope.versionOf(sealed) === envelope.currentVersion,
      );
      if (!isNewest) await providerCredentials.rewrap(credentials, credentials, rewrapped);
    });
  }
  return unreadable();
}

/** The same in the background: throws `SealedValuesUnreadable` once everything else is done. */
export async function rewrapOrTell(
  companyId: string,
  services: MaintenanceDependencies,
): Promise<void> {
  const unreadable = await rewrapAccount(companyId, services);
  if (unreadable.length > 0) throw new SealedValuesUnreadable(unreadable);
}

export async function rewrapSharedOrTell(services: SharedServices): Promise<void> {
  const unreadable = await rewrapShared(services);
  if (unreadable.length > 0) throw new SealedValuesUnreadable(unreadable);
}

export async function findUnreadable(
  companyId: string,
  services: MaintenanceDependencies,
): Promise<UnreadableCount[]> {
  const { vault, threeDSVault } = services;
  const { attempt, unreadable } = countUnreadable(companyId);
  for await (const { tokenHash, sealedCard } of sealedCards(companyId, null, services)) {
    await attempt('cards', async () => void vault.open(sealedCard, { companyId, tokenHash }));
  }
  for await (const values of sealedAuthentications(companyId, null, services)) {
    const { id, sealedCard, sealedProof } = values;
    await attempt('authentications', async () => {
      if (sealedCard !== null) threeDSVault.openCard(sealedCard, { companyId, id });
      if (sealedProof !== null) threeDSVault.openProof(sealedProof, { companyId, id });
    });
  }
  await attempt('webhook secrets', () => requireReadableSecrets(companyId, services));
  return [...unreadable(), ...(await findUnreadableProviders(companyId, services))];
}

export async function findUnreadableShared(services: SharedServices): Promise<UnreadableCount[]> {
  const { attempt, unreadable } = countUnreadable(null);
  for await (const stored of sealedTotps(null, services)) {
    await attempt('authenticator apps', async () => requireReadableTotp(stored, services.envelope));
  }
  return [...unreadable(), ...(await findUnreadableProviders(ALL_COMPANIES, services))];
}

async function findUnreadableProviders(
  companyId: string,
  { providerCredentials, envelope }: CredentialServices,
): Promise<UnreadableCount[]> {
  const { attempt, unreadable } = countUnreadable(companyId);
  for (const credentials of await providerCredentials.list(companyId)) {
    await attempt('provider credentials', async () => {
      openSettings(credentials, envelope);
      openNoticeSecret(credentials, envelope);
    });
  }
  return unreadable();
}

function countUnreadable(companyId: string | null) {
  const counts = new Map<SealedKind, number>();
  return {
    async attempt(kind: SealedKind, work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    },
    unreadable: () => [...counts].map(([kind, values]) => ({ companyId, kind, values })),
  };
}

/** Some at a time, each once: one that stays as it is must not be met again and again. */
async function* sealedCards(
  companyId: string,
  notUnder: number | null,
  { cardTokens }: Pick<MaintenanceDependencies, 'cardTokens'>,
) {
  for (let after = new Uint8Array(); ; ) {
    const cards = await cardTokens.listSealed(companyId, { notUnder, after });
    const last = cards.at(-1);
    if (last === undefined) return;
    yield* cards;
    after = new Uint8Array(last.tokenHash);
  }
}

async function* sealedAuthentications(
  companyId: string,
  notUnder: number | null,
  { authentications }: Pick<MaintenanceDependencies, 'authentications'>,
) {
  for (let after = ''; ; ) {
    const sealed = await authentications.listSealed(companyId, { notUnder, after });
    const last = sealed.at(-1);
    if (last === undefined) return;
    yield* sealed;
    after = last.id;
  }
}

async function* sealedTotps(
  notUnder: number | null,
  { totp }: Pick<MaintenanceDependencies, 'totp'>,
) {
  for (let after = ''; ; ) {
    const sealed = await totp.listSealed({ notUnder, after });
    const last = sealed.at(-1);
    if (last === undefined) return;
    yield* sealed;
    after = last.userId;
  }
}
