import type { CredentialStore } from '../credential.ts';
import type { Db } from './db.ts';

type Row = { public_key_hash: Uint8Array; created_at: Date; revoked_at: Date | null };

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

    async list(companyId) {
      const rows = await db.query<Row>({
        name: 'credential_list',
        text: `SELECT public_key_hash, created_at, revoked_at FROM credentials
          WHERE company_id = $1 ORDER BY created_at, public_key_hash`,
        values: [companyId],
      });
      return rows.map((row) => ({
        publicKeyHash: row.public_key_hash,
        createdAt: row.created_at,
        revokedAt: row.revoked_at,
      }));
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
