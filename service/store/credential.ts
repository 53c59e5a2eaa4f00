import type { CredentialStore, StoredCredential } from '../accounts/credential.ts';
import type { Db } from '../shared/db.ts';

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
        text: `SELECT public_key_hash AS "publicKeyHash", created_at AS "createdAt",
            revoked_at AS "revokedAt" FROM credentials
          WHERE company_id = $1 ORDER BY created_at, public_key_hash`,
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
