import type { CvvKey, CvvStore } from '../../../domain/cards/cvv.ts';

type Entry = { companyId: string; sealed: Uint8Array; expiresAt: Date };

/** For one process: gone with it, which is what a CVV should be. */
export function createMemoryCvvStore(): CvvStore {
  const entries = new Map<string, Entry>();
  const remove = (name: string, entry: Entry) => {
    entry.sealed.fill(0);
    entries.delete(name);
  };
  return {
    async put(key, sealed, expiresAt) {
      const before = entries.get(nameOf(key));
      if (before !== undefined) remove(nameOf(key), before);
      entries.set(nameOf(key), { companyId: key.companyId, sealed, expiresAt });
    },
    async find(key, now) {
      const entry = entries.get(nameOf(key));
      return entry !== undefined && entry.expiresAt > now ? entry.sealed : null;
    },
    async take(key, now) {
      const entry = entries.get(nameOf(key));
      if (entry === undefined) return null;
      const sealed = Uint8Array.from(entry.sealed);
      remove(nameOf(key), entry);
      return entry.expiresAt > now ? sealed : null;
    },
    async destroy(key) {
      const entry = entries.get(nameOf(key));
      if (entry !== undefined) remove(nameOf(key), entry);
    },
    async deleteExpired(companyId, now) {
      for (const [name, entry] of entries) {
        if (entry.companyId === companyId && entry.expiresAt <= now) remove(name, entry);
      }
    },
  };
}

function nameOf({ companyId, tokenHash }: CvvKey): string {
  return `${companyId}|${Buffer.from(tokenHash).toString('hex')}`;
}
