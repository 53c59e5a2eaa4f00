import type { KeyEncryptionKey, RotatingEnvelope } from '../../base/crypto/envelope.ts';
import type { HashRootStore } from '../../base/crypto/hash-root.ts';
import { rewrapHashRoot } from '../../base/crypto/hash-root.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { AccountStore } from '../accounts/account.ts';
import type { MaintenanceDependencies } from './dependencies.ts';
import { visitSealed, visitShared } from './rewrap-account.ts';
import type { SealedCount, SealedValueStore, UnreadableCount } from './sealed-values.ts';

export type RotationServices = MaintenanceDependencies & {
  accounts: AccountStore;
  envelope: RotatingEnvelope;
  sealedValues: SealedValueStore;
  hashRoots: HashRootStore;
  /** Brings what the providers we play remember under the newest key; gives how much is unreadable. */
  rewrapProviderState(): Promise<number>;
  countUnreadableProviderState(): Promise<number>;
  /** To the sandbox's file; null where keys come from outside, or others have read the file. */
  addKey: (() => Promise<KeyEncryptionKey[]>) | null;
};

export async function countSealed({
  accounts,
  sealedValues,
}: Pick<RotationServices, 'accounts' | 'sealedValues'>): Promise<SealedCount[]> {
  const counts = await sealedValues.countShared();
  for (const companyId of await accounts.listIds()) {
    counts.push(...(await sealedValues.countOf(companyId)));
  }
  const sums = new Map<string, SealedCount>();
  for (const count of counts) {
    const key = `${count.kind} ${count.version}`;
    sums.set(key, { ...count, values: count.values + (sums.get(key)?.values ?? 0) });
  }
  return [...sums.values()].sort(
    (one, other) => one.kind.localeCompare(other.kind) || one.version - other.version,
  );
}

export async function listUnreadable(services: RotationServices): Promise<UnreadableCount[]> {
  const values = await services.countUnreadableProviderState();
  const unreadable: UnreadableCount[] =
    values === 0 ? [] : [{ companyId: null, kind: 'provider state', values }];
  unreadable.push(...(await visitShared('open', services)));
  for (const companyId of await services.accounts.listIds()) {
    unreadable.push(...(await visitSealed('open', companyId, services)));
  }
  return unreadable;
}

/**
 * Everything sealed goes under the newest key-encryption key, unopened; in the sandbox under one
 * made for it. May be interrupted and repeated: values open by the keys of before until the end,
 * and the next run finds what a process with older settings seals meanwhile. 409
 * ILLEGAL_TRANSITION, before anything is changed, where something hangs on a key that is not there,
 * unless that is known to be lost: `skipsUnreadable`. An account that fails otherwise ends it,
 * since whoever asked must not take the older keys for unused.
 */
export async function rotateKey(
  services: RotationServices,
  { skipsUnreadable }: { skipsUnreadable: boolean },
): Promise<void> {
  const { envelope, addKey } = services;
  const counts = await countSealed(services);
  const isKnown = ({ version }: SealedCount) => envelope.versions.includes(version);
  const lost = counts.find((count) => !isKnown(count));
  if (lost !== undefined && !skipsUnreadable) {
    throw new ApiError(
      'ILLEGAL_TRANSITION',
      `KEY_ENCRYPTION_KEY lacks version ${lost.version}, on which ${lost.kind} still hang.`,
    );
  }
  // An interrupted rotation is finished first: a key of its own for each try would help nobody.
  const isFinished = counts
    .filter(isKnown)
    .every(({ version }) => version === envelope.currentVersion);
  if (addKey !== null && isFinished) envelope.use(await addKey());
  await rewrapHashRoot(services.hashRoots, envelope);
  for (const companyId of await services.accounts.listIds()) {
    await visitSealed('rewrap', companyId, services);
  }
  await visitShared('rewrap', services);
  await services.rewrapProviderState();
}
