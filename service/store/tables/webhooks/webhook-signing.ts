import type { Db } from '../../../base/shared/db.ts';
import type { WebhookSigningStore } from '../../../domain/webhooks/webhook-signing.ts';
import { execute, hasRows } from '../rows.ts';
import { sql } from '../sql.ts';

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
      const [row] = await tx.query<Row>(sql('webhook_signing_find', companyId)`
        SELECT sealed_secret, key_version, sealed_previous, previous_key_version,
        previous_until FROM webhook_signing WHERE company_id = $1`);
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
      hasRows(tx, 'webhook_signing_insert', companyId)`
        INSERT INTO webhook_signing (company_id, sealed_secret, key_version)
        VALUES ($1, ${secret.sealed}, ${secret.keyVersion}) ON CONFLICT (company_id) DO NOTHING
          RETURNING company_id`,

    rotate: async (companyId, secret, { now, previousUntil, endsPrevious }, tx = db) =>
      hasRows(tx, 'webhook_signing_rotate', companyId)`
        UPDATE webhook_signing SET
          sealed_secret = ${secret.sealed}, key_version = ${secret.keyVersion},
          sealed_previous = sealed_secret, previous_key_version = key_version,
          previous_until = ${previousUntil}
        WHERE company_id = $1 AND (${endsPrevious} OR previous_until IS NULL
          OR previous_until < ${now})
        RETURNING company_id`,

    delete: async (companyId, tx = db) =>
      execute(tx, 'webhook_signing_delete', companyId)`
        DELETE FROM webhook_signing WHERE company_id = $1`,

    rewrap: async (companyId, from, { current, previous }) =>
      execute(db, 'webhook_signing_rewrap', companyId)`
        UPDATE webhook_signing SET
          sealed_secret = ${current.sealed}, key_version = ${current.keyVersion},
          sealed_previous = ${previous?.sealed ?? null},
          previous_key_version = ${previous?.keyVersion ?? null}
        WHERE company_id = $1 AND sealed_secret = ${from.current.sealed}`,
  };
}
