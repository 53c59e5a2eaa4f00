import type { Envelope } from '../../../base/crypto/envelope.ts';
import { SealBroken } from '../../../base/crypto/envelope.ts';
import type { Db } from '../../../base/shared/db.ts';
import { hasRows } from '../rows.ts';
import { sql } from '../sql.ts';
import { versionBytes } from '../upkeep/sealed-values.ts';

type SealedRow = { provider: string; key: string; sealed: Uint8Array };

function contextOf(provider: string, key: string) {
  return `provider|${provider}|${key}`;
}

/**
 * Brings what every provider that we play remembers under the newest key-encryption key; gives how
 * many values cannot be read, which stay as they are.
 */
export function rewrapProviderState(db: Db, envelope: Envelope): Promise<number> {
  return forEachSealed(db, envelope.currentVersion, async ({ provider, key, sealed }) => {
    await db.query(sql('provider_state_rewrap')`
      UPDATE provider_state SET sealed = ${envelope.rewrap(sealed, contextOf(provider, key))}
      WHERE provider = ${provider} AND key = ${key} AND sealed = ${sealed}`);
  });
}

export function countUnreadableProviderState(db: Db, envelope: Envelope): Promise<number> {
  return forEachSealed(db, null, async ({ provider, key, sealed }) => {
    envelope.open(sealed, contextOf(provider, key));
  });
}

/** Each once, in order; `notUnder`: only those under another version. Gives how many are broken. */
async function forEachSealed(
  db: Db,
  notUnder: number | null,
  work: (row: SealedRow) => Promise<void>,
): Promise<number> {
  const version = versionBytes(notUnder);
  let broken = 0;
  for (let after = ['', '']; ; ) {
    const rows = await db.query<SealedRow>(sql('provider_state_list_sealed', version)`
      SELECT provider, key, sealed FROM provider_state
      WHERE ($1::bytea IS NULL OR substring(sealed FROM 2 FOR 2) <> $1)
        AND (provider, key) > (${after[0] ?? ''}, ${after[1] ?? ''})
      ORDER BY provider, key LIMIT 500`);
    const last = rows.at(-1);
    if (last === undefined) return broken;
    for (const row of rows) {
      try {
        await work(row);
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        broken += 1;
      }
    }
    after = [last.provider, last.key];
  }
}

/** Every value is sealed for its own place. It belongs to no company: a provider is its own. */
export function createProviderState(db: Db, envelope: Envelope, provider: string) {
  const find = async (key: string): Promise<{ sealed: Uint8Array; value: string } | null> => {
    const [row] = await db.query<{ sealed: Uint8Array }>(sql('provider_state_read')`
      SELECT sealed FROM provider_state WHERE provider = ${provider} AND key = ${key}`);
    if (row === undefined) return null;
    const value = Buffer.from(envelope.open(row.sealed, contextOf(provider, key))).toString('utf8');
    return { sealed: row.sealed, value };
  };
  const read = async (key: string) => (await find(key))?.value ?? null;
  return {
    read,
    async keep(key: string, value: string): Promise<string> {
      const rows = await db.query(
        {
          name: 'provider_state_keep',
          text: `INSERT INTO provider_state (provider, key, sealed) VALUES ($1, $2, $3)
            ON CONFLICT (provider, key) DO NOTHING RETURNING key`,
          values: [provider, key, envelope.seal(Buffer.from(value), contextOf(provider, key))],
        },
        { batchKey: `provider_state_keep ${provider}` },
      );
      return rows.length > 0 ? value : ((await read(key)) ?? value);
    },
    /** False where the key holds anything but `expected`, or is being replaced by another. */
    async replace(key: string, expected: string, next: string): Promise<boolean> {
      const found = await find(key);
      if (found === null || found.value !== expected) return false;
      // The same value is never sealed into the same bytes twice, so these name this very write.
      return hasRows(db, 'provider_state_replace')`
        UPDATE provider_state
        SET sealed = ${envelope.seal(Buffer.from(next), contextOf(provider, key))}
        WHERE provider = ${provider} AND key = ${key} AND sealed = ${found.sealed} RETURNING key`;
    },
  };
}
