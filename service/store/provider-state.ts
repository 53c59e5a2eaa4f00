import type { Envelope } from '../envelope.ts';
import type { Db } from './db.ts';

/**
 * The memory of a provider that we play ourselves, by key, every value sealed for its own place.
 * It belongs to no company: a provider is its own.
 */
export function createProviderState(db: Db, envelope: Envelope, provider: string) {
  const contextOf = (key: string) => `provider|${provider}|${key}`;
  const find = async (key: string): Promise<{ sealed: Uint8Array; value: string } | null> => {
    const [row] = await db.query<{ sealed: Uint8Array }>({
      name: 'provider_state_read',
      text: 'SELECT sealed FROM provider_state WHERE provider = $1 AND key = $2',
      values: [provider, key],
    });
    if (row === undefined) return null;
    const value = Buffer.from(envelope.open(row.sealed, contextOf(key))).toString('utf8');
    return { sealed: row.sealed, value };
  };
  const read = async (key: string) => (await find(key))?.value ?? null;
  return {
    read,
    async keep(key: string, value: string): Promise<string> {
      const rows = await db.query({
        name: 'provider_state_keep',
        text: `INSERT INTO provider_state (provider, key, sealed) VALUES ($1, $2, $3)
          ON CONFLICT (provider, key) DO NOTHING RETURNING key`,
        values: [provider, key, envelope.seal(Buffer.from(value), contextOf(key))],
      });
      return rows.length > 0 ? value : ((await read(key)) ?? value);
    },
    /** False where the key holds anything but `expected`, or is being replaced by another. */
    async replace(key: string, expected: string, next: string): Promise<boolean> {
      const found = await find(key);
      if (found === null || found.value !== expected) return false;
      // The same value is never sealed into the same bytes twice, so these name this very write.
      const rows = await db.query({
        name: 'provider_state_replace',
        text: `UPDATE provider_state SET sealed = $4
          WHERE provider = $1 AND key = $2 AND sealed = $3 RETURNING key`,
        values: [provider, key, found.sealed, envelope.seal(Buffer.from(next), contextOf(key))],
      });
      return rows.length > 0;
    },
  };
}
