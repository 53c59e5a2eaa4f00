import type { Db, Queryable, Statement } from '../../../base/shared/db.ts';
import type {
  CredentialsKey,
  CredentialsSummary,
  ProviderCredentialStore,
  ProviderRoute,
  ProviderRouteStore,
  StoredCredentials,
} from '../../../providers/credentials.ts';
import { ALL_COMPANIES } from '../../../providers/credentials.ts';
import { columnsOf } from '../columns.ts';
import { execute, firstOf, hasRows } from '../rows.ts';

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
    find: async ({ companyId, provider }, tx: Queryable = db) =>
      CREDENTIALS.one(tx, CREDENTIALS.by('provider_credentials', { companyId, provider })),

    list: async (companyId) =>
      CREDENTIALS.all(db, {
        name: 'provider_credentials_list',
        text: `SELECT ${CREDENTIALS.names} FROM provider_credentials
          WHERE company_id = $1 ORDER BY provider`,
        values: [companyId],
      }),

    listAll: async () =>
      SUMMARIES.all(db, {
        name: 'provider_credentials_list_all',
        text: `SELECT ${SUMMARIES.names} FROM provider_credentials ORDER BY company_id, provider`,
        values: [],
      }),

    async insert(tx, credentials) {
      const onConflict = 'ON CONFLICT (company_id, provider) DO NOTHING RETURNING provider';
      const insertion = CREDENTIALS.insertion('provider_credentials', credentials, onConflict);
      const isNew = await hasRows(tx, insertion);
      if (isNew) await insertAddress(tx, credentials, credentials.noticeSecretHash);
      return isNew;
    },

    async rotate(tx, from, to) {
      const { newAddress } = to;
      if (!(await hasRows(tx, rotation(from, to)))) return false;
      if (newAddress !== null) {
        await deleteAddress(tx, from.noticeSecretHash);
        await insertAddress(tx, from, newAddress.noticeSecretHash);
      }
      return true;
    },

    setConnected: async (tx, { companyId, provider }, at) =>
      execute(tx, {
        name: 'provider_credentials_set_connected',
        text: `UPDATE provider_credentials SET connected_at = $3
          WHERE company_id = $1 AND provider = $2`,
        values: [companyId, provider, at],
      }),

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

    findByNotice: (noticeSecretHash) =>
      firstOf<CredentialsKey>(db, {
        name: 'provider_notices_find',
        text: `SELECT company_id AS "companyId", provider FROM provider_notices
          WHERE secret_hash = $1`,
        values: [noticeSecretHash],
      }),

    rewrap: async ({ companyId, provider }, from, to) =>
      execute(db, {
        name: 'provider_credentials_rewrap',
        text: `UPDATE provider_credentials SET sealed_settings = $4, sealed_notice_secret = $6
          WHERE company_id = $1 AND provider = $2 AND sealed_settings = $3
            AND sealed_notice_secret = $5`,
        values: [
          ...[companyId, provider, from.sealedSettings, to.sealedSettings],
          ...[from.sealedNoticeSecret, to.sealedNoticeSecret],
        ],
      }),
  };
}

type Rotation = Parameters<ProviderCredentialStore['rotate']>;

function rotation(from: Rotation[1], to: Rotation[2]): Statement {
  const { companyId, provider, version } = from;
  const { newAddress } = to;
  return {
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

export function createProviderRouteStore(db: Db): ProviderRouteStore {
  return {
    list: async (companyId, tx: Queryable = db) =>
      tx.query<ProviderRoute>({
        name: 'provider_routes_list',
        text: `SELECT method, providers FROM provider_routes
          WHERE company_id = $1 ORDER BY method`,
        values: [companyId],
      }),

    listServedBy: async ({ companyId, provider }, tx) =>
      tx.query({
        name: 'provider_routes_list_served_by',
        text: `SELECT r.company_id AS "companyId", r.method FROM provider_routes r
          WHERE r.providers @> $2::jsonb AND (r.company_id = $1
            OR ($1 = $3 AND NOT EXISTS (SELECT 1 FROM provider_credentials c
              WHERE c.company_id = r.company_id AND c.provider = $4))
            OR (r.company_id = $3 AND NOT EXISTS (SELECT 1 FROM provider_routes o
              WHERE o.company_id = $1 AND o.method = r.method)))
          ORDER BY r.company_id, r.method`,
        values: [companyId, JSON.stringify([provider]), ALL_COMPANIES, provider],
      }),

    set: async (tx, companyId, { method, providers }) =>
      execute(tx, {
        name: 'provider_routes_set',
        text: `INSERT INTO provider_routes (company_id, method, providers) VALUES ($1, $2, $3::jsonb)
          ON CONFLICT (company_id, method) DO UPDATE SET providers = excluded.providers`,
        values: [companyId, method, JSON.stringify(providers)],
      }),

    delete: async (tx, companyId, method) =>
      hasRows(tx, {
        name: 'provider_routes_delete',
        text: `DELETE FROM provider_routes WHERE company_id = $1 AND method = $2
          RETURNING method`,
        values: [companyId, method],
      }),
  };
}
