import { SettingsError } from '../shared/settings-error.ts';
import type { Envelope, RandomBytes } from './envelope.ts';
import { SealBroken } from './envelope.ts';

export interface HashRootStore {
  read(): Promise<Uint8Array | null>;
  keep(sealed: Uint8Array): Promise<Uint8Array>;
  replace(sealed: Uint8Array): Promise<void>;
}

const CONTEXT = 'hash-root';

/** Decision: random and sealed, not derived, so that rotating the key re-seals one value. */
export async function openHashRoot(
  store: HashRootStore,
  envelope: Envelope,
  randomBytes: RandomBytes,
): Promise<Uint8Array> {
  const sealed =
    (await store.read()) ?? (await store.keep(envelope.seal(randomBytes(32), CONTEXT)));
  const root = open(envelope, sealed);
  await rewrapHashRoot(store, envelope);
  return root;
}

export async function rewrapHashRoot(store: HashRootStore, envelope: Envelope): Promise<void> {
  const sealed = await store.read();
  if (sealed === null || envelope.versionOf(sealed) === envelope.currentVersion) return;
  await store.replace(envelope.rewrap(sealed, CONTEXT));
}

function open(envelope: Envelope, sealed: Uint8Array): Uint8Array {
  try {
    return envelope.open(sealed, CONTEXT);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const version = envelope.versionOf(sealed);
    // Some process has been started with a newer one since.
    if (!envelope.versions.includes(version)) {
      throw new SettingsError(
        `KEY_ENCRYPTION_KEY lacks version ${version}, under which this database is sealed.`,
      );
    }
    throw new SettingsError('KEY_ENCRYPTION_KEY is not the key this database was written with.');
  }
}
