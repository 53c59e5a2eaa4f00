import type { Db } from '../../../base/shared/db.ts';
import type { CredentialStore, StoredCredential } from '../../../domain/accounts/credential.ts';
import type { KeyUseStore } from '../../../domain/accounts/key-use.ts';
import { execute, hasRows } from '../rows.ts';
import { sql } from '../sql.ts';

export function createCredentialStore(db: Db): CredentialStore {
  return {
    insert: async (tx, companyId, { scopes, createdAt: at, createdBy: by, ...key }) =>
      execute(tx, 'credential_insert', companyId)`
        INSERT INTO credentials (company_id, scopes, created_at, created_by,
        public_key_hash, secret_key_hash) VALUES ($1, ${JSON.stringify(scopes)}::jsonb, ${at},
          ${by}, ${key.publicKeyHash}, ${key.secretKeyHash})`,

    list: (companyId) =>
      db.query<StoredCredential>(sql('credential_list', companyId)`
        SELECT c.public_key_hash AS "publicKeyHash", c.created_at AS "createdAt",
          c.created_by AS "createdBy", c.scopes,
          c.revoked_at AS "revokedAt", u.used_at AS "lastUsedAt" FROM credentials c
        LEFT JOIN credential_uses u ON u.company_id = $1
          AND u.public_key_hash = c.public_key_hash
        WHERE c.company_id = $1 ORDER BY c.created_at, c.public_key_hash`),

    revoke: async (tx, companyId, publicKeyHash, now) =>
      hasRows(tx, 'credential_revoke', companyId)`UPDATE credentials SET revoked_at = ${now}
        WHERE company_id = $1 AND public_key_hash = ${publicKeyHash} AND revoked_at IS NULL
        RETURNING public_key_hash`,
  };
}

export function createKeyUseStore(db: Db): KeyUseStore {
  return {
    use: async (companyId, publicKeyHash, at) =>
      execute(db, 'key_use', companyId)`
        INSERT INTO credential_uses (company_id, public_key_hash, used_at)
        VALUES ($1, ${publicKeyHash}, ${at})
        ON CONFLICT (company_id, public_key_hash)
        DO UPDATE SET used_at = greatest(credential_uses.used_at, excluded.used_at)`,
  };
}
