import type { HashRootStore } from '../../../base/crypto/hash-root.ts';
import type { Db } from '../../../base/shared/db.ts';
import { execute } from '../rows.ts';
import { sql } from '../sql.ts';

const NAME = 'hash-root';

export function createHashRootStore(db: Db): HashRootStore {
  const read = async () => {
    const [row] = await db.query<{ sealed: Uint8Array }>(sql('sealed_secret_read')`
      SELECT sealed FROM sealed_secrets WHERE name = ${NAME}`);
    return row?.sealed ?? null;
  };
  return {
    read,
    async keep(sealed) {
      await db.query(sql('sealed_secret_keep')`
        INSERT INTO sealed_secrets (name, sealed) VALUES (${NAME}, ${sealed})
        ON CONFLICT (name) DO NOTHING`);
      return (await read()) ?? sealed;
    },
    replace: async (sealed) =>
      execute(db, 'sealed_secret_replace')`
        UPDATE sealed_secrets SET sealed = ${sealed} WHERE name = ${NAME}`,
  };
}
