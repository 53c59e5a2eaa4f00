import type { Db } from '../../../base/shared/db.ts';
import type { CvvKey, CvvStore } from '../../../domain/cards/cvv.ts';
import { execute } from '../rows.ts';

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

/** For several processes on one PostgreSQL: a table that is in no log, backup or replica. */
export function createUnloggedCvvStore(db: Db): CvvStore {
  return {
    put: async ({ companyId, tokenHash }, sealed, expiresAt) =>
      execute(db, {
        name: 'cvv_put',
        text: `INSERT INTO cvvs (company_id, token_hash, sealed, expires_at)
          VALUES ($1, $2, $3, $4)
          ON CONFLICT (company_id, token_hash)
          DO UPDATE SET sealed = excluded.sealed, expires_at = excluded.expires_at`,
        values: [companyId, tokenHash, sealed, expiresAt],
      }),
    async find({ companyId, tokenHash }, now) {
      const [row] = await db.query<{ sealed: Uint8Array }>({
        name: 'cvv_find',
        text: `SELECT sealed FROM cvvs
          WHERE company_id = $1 AND token_hash = $2 AND expires_at > $3`,
        values: [companyId, tokenHash, now],
      });
      return row?.sealed ?? null;
    },
    async take({ companyId, tokenHash }, now) {
      const [row] = await db.query<{ sealed: Uint8Array; expires_at: Date }>({
        name: 'cvv_take',
        text: `DELETE FROM cvvs WHERE company_id = $1 AND token_hash = $2
          RETURNING sealed, expires_at`,
        values: [companyId, tokenHash],
      });
      return row !== undefined && row.expires_at > now ? row.sealed : null;
    },
    destroy: async ({ companyId, tokenHash }) =>
      execute(db, {
        name: 'cvv_destroy',
        text: 'DELETE FROM cvvs WHERE company_id = $1 AND token_hash = $2',
        values: [companyId, tokenHash],
      }),
    deleteExpired: async (companyId, now) =>
      execute(db, {
        name: 'cvv_expire',
        text: 'DELETE FROM cvvs WHERE company_id = $1 AND expires_at <= $2',
        values: [companyId, now],
      }),
  };
}
