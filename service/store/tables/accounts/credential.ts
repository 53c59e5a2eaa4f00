import type { Db } from '../../../base/shared/db.ts';
import type { CredentialStore, StoredCredential } from '../../../domain/accounts/credential.ts';

export function createCredentialStore(db: Db): CredentialStore {
  return {
    async insert(tx, companyId, { publicKeyHash, secretKeyHash }, now) {
      await tx.query({
        name: 'credential_insert',
        text: `INSERT INTO credentials (company_id, public_key_hash, secret_key_hash, created_at)
          VALUES ($1, $2, $3, $4)`,
        values: [companyId, publicKeyHash, secretKeyHash, now],
      });
    },

    list(companyId) {
      return db.query<StoredCredential>({
        name: 'credential_list',
        text: `SELECT c.public_key_hash AS "publicKeyHash", c.created_at AS "createdAt",
            c.revoked_at AS "revokedAt", u.used_at AS "lastUsedAt" FROM credentials c
          LEFT JOIN credential_uses u ON u.company_id = $1
            AND u.public_key_hash = c.public_key_hash
          WHERE c.company_id = $1 ORDER BY c.created_at, c.public_key_hash`,
        values: [companyId],
      });
    },

    async revoke(tx, companyId, publicKeyHash, now) {
      const rows = await tx.query({
        name: 'credential_revoke',
        text: `UPDATE credentials SET revoked_at = $3
          WHERE company_id = $1 AND public_key_hash = $2 AND revoked_at IS NULL
          RETURNING public_key_hash`,
        values: [companyId, publicKeyHash, now],
      });
      return rows.length > 0;
    },
  };
}
