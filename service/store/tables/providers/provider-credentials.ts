import type { Db, Queryable } from '../../../base/shared/db.ts';
import type {
  CredentialsKey,
  CredentialsSummary,
  ProviderCredentialStore,
  StoredCredentials,
} from '../../../providers/credentials.ts';
import { columnsOf } from '../columns.ts';

const SUMMARY = {
  companyId: 'company_id',
  provider: 'provider',
  environment: 'environment',
  certificateEndsAt: 'certificate_ends_at',
  connectedAt: 'connected_at',
  version: 'version',
  createdAt: 'created_at',
  rotatedAt: 'rotated_at',
} as const;

const SUMMARIES = columnsOf<CredentialsSummary>(SUMMARY);
const CREDENTIALS = columnsOf<StoredCredentials>({
  ...SUMMARY,
  sealedSettings: 'sealed_settings',
  sealedNoticeSecret: 'sealed_notice_secret',
  noticeSecretHash: 'notice_secret_hash',
});

export function createProviderCredentialStore(db: Db): ProviderCredentialStore {
  return {
    async find({ companyId, provider }, tx: Queryable = db) {
      const [row] = await tx.query<object>({
        name: 'provider_credentials_find',
        text: `SELECT ${CREDENTIALS.names} FROM provider_credentials
          WHERE company_id = $1 AND provider = $2`,
        values: [companyId, provider],
      });
      return row === undefined ? null : CREDENTIALS.read(row);
    },

    async list(companyId) {
      const rows = await db.query<object>({
        name: 'provider_credentials_list',
        text: `SELECT ${CREDENTIALS.names} FROM provider_credentials
          WHERE company_id = $1 ORDER BY provider`,
        values: [companyId],
      });
      return rows.map(CREDENTIALS.read);
    },

    async listAll() {
      const rows = await db.query<object>({
        name: 'provider_credentials_list_all',
        text: `SELECT ${SUMMARIES.names} FROM provider_credentials ORDER BY company_id, provider`,
        values: [],
      });
      return rows.map(SUMMARIES.read);
    },

    async insert(tx, credentials) {
      const rows = await tx.query({
        name: 'provider_credentials_insert',
        text: `INSERT INTO provider_credentials (${CREDENTIALS.names})
          VALUES (${CREDENTIALS.parameters})
          ON CONFLICT (company_id, provider) DO NOTHING RETURNING provider`,
        values: CREDENTIALS.values(credentials),
      });
      if (rows.length === 0) return false;
      await insertAddress(tx, credentials, credentials.noticeSecretHash);
      return true;
    },

    async rotate(tx, from, to) {
      const { companyId, provider, version, noticeSecretHash } = from;
      const { newAddress } = to;
      const rows = await tx.query({
        name: 'provider_credentials_rotate',
        text: `UPDATE provider_credentials SET sealed_settings = $4, certificate_ends_at = $5,
            rotated_at = $6, version = version + 1,
            sealed_notice_secret = coalesce($7::bytea, sealed_notice_secret),
            notice_secret_hash = coalesce($8::bytea, notice_secret_hash),
            connected_at = CASE WHEN $8::bytea IS NULL THEN connected_at END
          WHERE company_id = $1 AND provider = $2 AND version = $3 RETURNING provider`,
        values: [
          ...[companyId, provider, version, to.sealedSettings, to.certificateEndsAt, to.rotatedAt],
          newAddress?.sealedNoticeSecret ?? null,
          newAddress?.noticeSecretHash ?? null,
        ],
      });
      if (rows.length === 0) return false;
      if (newAddress !== null) {
        await deleteAddress(tx, noticeSecretHash);
        await insertAddress(tx, from, newAddress.noticeSecretHash);
      }
      return true;
    },

    async setConnected(tx, { companyId, provider }, at) {
      await tx.query({
        name: 'provider_credentials_set_connected',
        text: `UPDATE provider_credentials SET connected_at = $3
          WHERE company_id = $1 AND provider = $2`,
        values: [companyId, provider, at],
      });
    },

    async delete(tx, { companyId, provider }) {
      const [row] = await tx.query<{ notice_secret_hash: Uint8Array }>({
        name: 'provider_credentials_delete',
        text: `DELETE FROM provider_credentials WHERE company_id = $1 AND provider = $2
          RETURNING notice_secret_hash`,
        values: [companyId, provider],
      });
      if (row === undefined) return false;
      await deleteAddress(tx, row.notice_secret_hash);
      return true;
    },

    async findByNotice(noticeSecretHash) {
      const [row] = await db.query<{ company_id: string; provider: string }>({
        name: 'provider_notices_find',
        text: 'SELECT company_id, provider FROM provider_notices WHERE secret_hash = $1',
        values: [noticeSecretHash],
      });
      return row === undefined ? null : toKey(row);
    },

    async rewrap({ companyId, provider }, from, to) {
      await db.query({
        name: 'provider_credentials_rewrap',
        text: `UPDATE provider_credentials SET sealed_settings = $4, sealed_notice_secret = $6
          WHERE company_id = $1 AND provider = $2 AND sealed_settings = $3
            AND sealed_notice_secret = $5`,
        values: [
          companyId,
          provider,
          from.sealedSettings,
          to.sealedSettings,
          from.sealedNoticeSecret,
          to.sealedNoticeSecret,
        ],
      });
    },
  };
}

async function insertAddress(
  tx: Queryable,
  { companyId, provider }: CredentialsKey,
  secretHash: Uint8Array,
): Promise<void> {
  await tx.query({
    name: 'provider_notices_insert',
    text: 'INSERT INTO provider_notices (secret_hash, company_id, provider) VALUES ($1, $2, $3)',
    values: [secretHash, companyId, provider],
  });
}

async function deleteAddress(tx: Queryable, secretHash: Uint8Array): Promise<void> {
  await tx.query({
    name: 'provider_notices_delete',
    text: 'DELETE FROM provider_notices WHERE secret_hash = $1',
    values: [secretHash],
  });
}

function toKey(row: { company_id: string; provider: string }): CredentialsKey {
  return { companyId: row.company_id, provider: row.provider };
}
