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

type CredentialServices = Pick<MaintenanceDependencies, 'providerCredentials' | 'envelope'>;
type SharedServices = CredentialServices & Pick<MaintenanceDependencies, 'totp'>;

/** `rewrap`: puts what is under an older key under the newest, unopened. `open`: reads all of it. */
type Visit = 'rewrap' | 'open';

/**
 * Visits what an account has sealed, and counts what cannot be read, which is left as it is. Once all
 * accounts were rewrapped, the older keys can leave the settings.
 */
export async function visitSealed(
  visit: Visit,
  companyId: string,
  services: MaintenanceDependencies,
): Promise<UnreadableCount[]> {
  const { cardTokens, vault, authentications, threeDSVault } = services;
  const { attempt, unreadable } = countUnreadable(companyId);
  const isRewrap = visit === 'rewrap';
  const cards = eachSealed(
    (after) =>
      cardTokens.listSealed(companyId, { notUnder: isRewrap ? vault.keyVersion : null, after }),
    { first: new Uint8Array(), keyOf: ({ tokenHash }) => new Uint8Array(tokenHash) },
  );
  for await (const { tokenHash, sealedCard } of cards) {
    const key = { companyId, tokenHash };
    await attempt('cards', async () => {
      if (!isRewrap) vault.open(sealedCard, key);
      else await cardTokens.replaceSealed(key, sealedCard, vault.rewrap(sealedCard, key));
    });
  }
  const notUnder = isRewrap ? threeDSVault.keyVersion : null;
  const sealedAuthentications = eachSealed(
    (after) => authentications.listSealed(companyId, { notUnder, after }),
    { first: '', keyOf: ({ id }) => id },
  );
  for await (const values of sealedAuthentications) {
    const { id, sealedCard, sealedProof } = values;
    await attempt('authentications', async () => {
      if (isRewrap) {
        const rewrapped = threeDSVault.rewrap(companyId, values);
        await authentications.replaceSealed(companyId, values, rewrapped);
        return;
      }
      if (sealedCard !== null) threeDSVault.openCard(sealedCard, { companyId, id });
      if (sealedProof !== null) threeDSVault.openProof(sealedProof, { companyId, id });
    });
  }
  const visitSecrets = isRewrap ? rewrapWebhookSecrets : requireReadableSecrets;
  await attempt('webhook secrets', () => visitSecrets(companyId, services));
  return [...unreadable(), ...(await visitProviders(visit, companyId, services))];
}

/** The same of what is of no one company: credentials of all together, and people's apps. */
export async function visitShared(
  visit: Visit,
  services: SharedServices,
): Promise<UnreadableCount[]> {
  const { totp, envelope } = services;
  const { attempt, unreadable } = countUnreadable(null);
  const notUnder = visit === 'rewrap' ? envelope.currentVersion : null;
  const sealed = eachSealed((after) => totp.listSealed({ notUnder, after }), {
    first: '',
    keyOf: ({ userId }) => userId,
  });
  for await (const stored of sealed) {
    await attempt('authenticator apps', async () => {
      if (visit === 'open') requireReadableTotp(stored, envelope);
      else await totp.replaceSealed(stored, rewrapTotp(stored, envelope));
    });
  }
  return [...unreadable(), ...(await visitProviders(visit, ALL_COMPANIES, services))];
}

async function visitProviders(
  visit: Visit,
  companyId: string,
  { providerCredentials, envelope }: CredentialServices,
): Promise<UnreadableCount[]> {
  const { attempt, unreadable } = countUnreadable(companyId);
  for (const credentials of await providerCredentials.list(companyId)) {
    const { sealedSettings, sealedNoticeSecret } = credentials;
    await attempt('provider credentials', async () => {
      if (visit === 'open') {
        openSettings(credentials, envelope);
        openNoticeSecret(credentials, envelope);
        return;
      }
      const rewrapped = rewrapCredentials(credentials, envelope);
      const isNewest = [sealedSettings, sealedNoticeSecret].every(
        (sealed) => envelope.versionOf(sealed) === envelope.currentVersion,
      );
      if (!isNewest) await providerCredentials.rewrap(credentials, credentials, rewrapped);
    });
  }
  return unreadable();
}

/** In the background: throws `SealedValuesUnreadable` once everything else is done. */
export async function orTell(visited: Promise<UnreadableCount[]>): Promise<void> {
  const unreadable = await visited;
  if (unreadable.length > 0) throw new SealedValuesUnreadable(unreadable);
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
async function* eachSealed<Sealed, Key>(
  list: (after: Key) => Promise<Sealed[]>,
  { first, keyOf }: { first: Key; keyOf: (sealed: Sealed) => Key },
) {
  for (let after = first; ; ) {
    const some = await list(after);
    const last = some.at(-1);
    if (last === undefined) return;
    yield* some;
    after = keyOf(last);
  }
}
