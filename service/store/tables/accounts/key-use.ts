import type { Db } from '../../../base/shared/db.ts';
import type { KeyUseStore } from '../../../domain/accounts/key-use.ts';
import { execute } from '../rows.ts';

export function createKeyUseStore(db: Db): KeyUseStore {
  return {
    use: async (companyId, publicKeyHash, at) =>
      execute(db, {
        name: 'key_use',
        text: `INSERT INTO credential_uses (company_id, public_key_hash, used_at)
          VALUES ($1, $2, $3)
          ON CONFLICT (company_id, public_key_hash)
          DO UPDATE SET used_at = greatest(credential_uses.used_at, excluded.used_at)`,
        values: [companyId, publicKeyHash, at],
      }),
  };
}
