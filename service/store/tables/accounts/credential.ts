import type { Db } from '../../../base/shared/db.ts';
import type { CredentialStore, StoredCredential } from '../../../domain/accounts/credential.ts';
import type { KeyUseStore } from '../../../domain/accounts/key-use.ts';
import { execute, hasRows } from '../rows.ts';

export function createCredentialStore(db: Db): CredentialStore {
  return {
    insert: async (tx, companyId, { scopes, createdAt: at, createdBy: by, ...key }) =>
      execute(tx, {
        name: 'credential_insert',
        text: `INSERT INTO credentials (company_id, scopes, created_at, created_by,
            public_key_hash, secret_key_hash) VALUES ($1, $2::jsonb, $3, $4, $5, $6)`,
        values: [companyId, JSON.stringify(scopes), at, by, key.publicKeyHash, key.secretKeyHash],
      }),

    list: (companyId) =>
      db.query<StoredCredential>({
        name: 'credential_list',
        text: `SELECT c.public_key_hash AS "publicKeyHash", c.created_at AS "createdAt",
            c.created_by AS "createdBy", c.scopes,
            c.revoked_at AS "revokedAt", u.used_at AS "lastUsedAt" FROM credentials c
          LEFT JOIN credential_uses u ON u.company_id = $1
            AND u.public_key_hash = c.public_key_hash
          WHERE c.company_id = $1 ORDER BY c.created_at, c.public_key_hash`,
        values: [companyId],
      }),

    revoke: async (tx, companyId, publicKeyHash, now) =>
      hasRows(tx, {
        name: 'credential_revoke',
        text: `UPDATE credentials SET revoked_at = $3
          WHERE company_id = $1 AND public_key_hash = $2 AND revoked_at IS NULL
          RETURNING public_key_hash`,
        values: [companyId, publicKeyHash, now],
      }),
  };
}

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
