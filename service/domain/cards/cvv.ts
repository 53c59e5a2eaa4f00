import type { RandomBytes } from '../../base/crypto/envelope.ts';
import { decrypt, encrypt, SealBroken } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';

export type CvvKey = { companyId: string; tokenHash: Uint8Array };

/** No backup, no write-ahead log: in memory, or for several processes in an unlogged table. */
export interface CvvStore {
  put(key: CvvKey, sealed: Uint8Array, expiresAt: Date): Promise<void>;
  find(key: CvvKey, now: Date): Promise<Uint8Array | null>;
  /** As `find`, and destroys it; of several at once, one gets it. */
  take(key: CvvKey, now: Date): Promise<Uint8Array | null>;
  destroy(key: CvvKey): Promise<void>;
  deleteExpired(companyId: string, now: Date): Promise<void>;
}

/** Each is sealed under a key of its own token, which is not kept; what does not open is none. */
export type Cvvs = {
  put(key: CvvKey & { token: string }, cvv: string, expiresAt: Date): Promise<void>;
  read(key: CvvKey & { token: string }, now: Date): Promise<string | null>;
  take(key: CvvKey & { token: string }, now: Date): Promise<string | null>;
  destroy(key: CvvKey): Promise<void>;
  deleteExpired(companyId: string, now: Date): Promise<void>;
};

export function createCvvs(
  store: CvvStore,
  { hash, randomBytes }: { hash: KeyedHash; randomBytes: RandomBytes },
): Cvvs {
  const keyOf = ({ companyId, token }: { companyId: string; token: string }) =>
    hash('cvv-key', `${companyId}|${token}`);
  const associated = ({ companyId }: CvvKey) => Buffer.from(`cvv|${companyId}`);
  function open(key: CvvKey & { token: string }, sealed: Uint8Array | null): string | null {
    if (sealed === null) return null;
    try {
      return Buffer.from(decrypt(keyOf(key), sealed, associated(key))).toString('utf8');
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      return null;
    }
  }

  return {
    put: (key, cvv, expiresAt) =>
      store.put(
        key,
        encrypt(keyOf(key), Buffer.from(cvv), associated(key), randomBytes),
        expiresAt,
      ),
    read: async (key, now) => open(key, await store.find(key, now)),
    take: async (key, now) => open(key, await store.take(key, now)),
    destroy: (key) => store.destroy(key),
    deleteExpired: (companyId, now) => store.deleteExpired(companyId, now),
  };
}
