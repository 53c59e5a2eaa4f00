import type { Db } from '../../../base/shared/db.ts';
import type { WebhookSigningStore } from '../../../domain/webhooks/webhook-signing.ts';
import { execute, hasRows } from '../rows.ts';

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

    insert: async (companyId, secret, tx = db) =>
      hasRows(tx, {
        name: 'webhook_signing_insert',
        text: `INSERT INTO webhook_signing (company_id, sealed_secret, key_version)
          VALUES ($1, $2, $3) ON CONFLICT (company_id) DO NOTHING RETURNING company_id`,
        values: [companyId, secret.sealed, secret.keyVersion],
      }),

    rotate: async (companyId, secret, { now, previousUntil, endsPrevious }, tx = db) =>
      hasRows(tx, {
        name: 'webhook_signing_rotate',
        text: `UPDATE webhook_signing SET sealed_secret = $2, key_version = $3,
            sealed_previous = sealed_secret, previous_key_version = key_version,
            previous_until = $4
          WHERE company_id = $1 AND ($6 OR previous_until IS NULL OR previous_until < $5)
          RETURNING company_id`,
        values: [companyId, secret.sealed, secret.keyVersion, previousUntil, now, endsPrevious],
      }),

    delete: async (companyId, tx = db) =>
      execute(tx, {
        name: 'webhook_signing_delete',
        text: 'DELETE FROM webhook_signing WHERE company_id = $1',
        values: [companyId],
      }),

    rewrap: async (companyId, from, { current, previous }) =>
      execute(db, {
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
      }),
  };
}
