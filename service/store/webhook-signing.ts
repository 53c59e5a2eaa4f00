import type { WebhookSigningStore } from '../webhook-signing.ts';
import type { Db } from './db.ts';

type Row = {
  sealed_secret: Uint8Array;
  key_version: number;
  sealed_previous: Uint8Array | null;
  previous_key_version: number | null;
  previous_until: Date | null;
};

export function createWebhookSigningStore(db: Db): WebhookSigningStore {
  return {
    async find(companyId, tx = db) {
      const [row] = await tx.query<Row>({
        name: 'webhook_signing_find',
        text: `SELECT sealed_secret, key_version, sealed_previous, previous_key_version,
            previous_until FROM webhook_signing WHERE company_id = $1`,
        values: [companyId],
      });
      if (row === undefined) return null;
      const { sealed_previous: sealed, previous_key_version: version, previous_until: until } = row;
      return {
        current: { sealed: row.sealed_secret, keyVersion: row.key_version },
        previous:
          sealed === null || version === null || until === null
            ? null
            : { sealed, keyVersion: version, until },
      };
    },

    async replace(companyId, secret, previousUntil, tx = db) {
      await tx.query({
        name: 'webhook_signing_replace',
        text: `INSERT INTO webhook_signing (company_id, sealed_secret, key_version)
          VALUES ($1, $2, $3)
          ON CONFLICT (company_id) DO UPDATE SET sealed_secret = excluded.sealed_secret,
            key_version = excluded.key_version, sealed_previous = webhook_signing.sealed_secret,
            previous_key_version = webhook_signing.key_version, previous_until = $4`,
        values: [companyId, secret.sealed, secret.keyVersion, previousUntil],
      });
    },

    async delete(companyId, tx = db) {
      await tx.query({
        name: 'webhook_signing_delete',
        text: 'DELETE FROM webhook_signing WHERE company_id = $1',
        values: [companyId],
      });
    },

    async rewrap(companyId, from, { current, previous }) {
      await db.query({
        name: 'webhook_signing_rewrap',
        text: `UPDATE webhook_signing SET sealed_secret = $3, key_version = $4,
            sealed_previous = $5, previous_key_version = $6
          WHERE company_id = $1 AND sealed_secret = $2`,
        values: [
          companyId,
          from.current.sealed,
          current.sealed,
          current.keyVersion,
          previous?.sealed ?? null,
          previous?.keyVersion ?? null,
        ],
      });
    },
  };
}
