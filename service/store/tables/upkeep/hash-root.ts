import type { HashRootStore } from '../../../base/crypto/hash-root.ts';
import type { Db } from '../../../base/shared/db.ts';
import { execute } from '../rows.ts';

const NAME = 'hash-root';

export function createHashRootStore(db: Db): HashRootStore {
  const read = async () => {
    const [row] = await db.query<{ sealed: Uint8Array }>({
      name: 'sealed_secret_read',
      text: 'SELECT sealed FROM sealed_secrets WHERE name = $1',
      values: [NAME],
    });
    return row?.sealed ?? null;
  };
  return {
    read,
    async keep(sealed) {
      await db.query({
        name: 'sealed_secret_keep',
        text: `INSERT INTO sealed_secrets (name, sealed) VALUES ($1, $2)
          ON CONFLICT (name) DO NOTHING`,
        values: [NAME, sealed],
      });
      return (await read()) ?? sealed;
    },
    replace: async (sealed) =>
      execute(db, {
        name: 'sealed_secret_replace',
        text: 'UPDATE sealed_secrets SET sealed = $2 WHERE name = $1',
        values: [NAME, sealed],
      }),
  };
}
