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
import { raw, sql } from '../sql.ts';

const SUMMARY = {
  companyId: 'company_id',
  provider: 'provider',
  environment: 'environment',
  certificateEndsAt: 'certificate_ends_at',
  connectedAt: 'connected_at',
  version: 'version',
  createdAt: 'created_at',
  rotatedAt: 'rotated_at',
  proof: 'proof::jsonb',
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
      CREDENTIALS.all(db, 'provider_credentials_list', companyId)`
        SELECT ${raw(CREDENTIALS.names)} FROM provider_credentials
        WHERE company_id = $1 ORDER BY provider`,

    listAll: async () =>
      SUMMARIES.all(db, 'provider_credentials_list_all')`
        SELECT ${raw(SUMMARIES.names)} FROM provider_credentials ORDER BY company_id, provider`,

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
      execute(tx, 'provider_credentials_set_connected', companyId)`
        UPDATE provider_credentials SET connected_at = ${at}
        WHERE company_id = $1 AND provider = ${provider}`,

    setProof: async (tx, { companyId, provider }, proof) =>
      execute(tx, {
        name: 'provider_credentials_set_proof',
        text: `UPDATE provider_credentials SET proof = $3::jsonb
          WHERE company_id = $1 AND provider = $2`,
        values: [companyId, provider, JSON.stringify(proof)],
      }),

    async delete(tx, { companyId, provider }) {
      const row = await firstOf<{ hash: Uint8Array }>(tx, 'provider_credentials_delete', companyId)`
        DELETE FROM provider_credentials WHERE company_id = $1 AND provider = ${provider}
        RETURNING notice_secret_hash AS hash`;
      if (row === null) return false;
      await deleteAddress(tx, row.hash);
      return true;
    },

    findByNotice: (noticeSecretHash) =>
      firstOf<CredentialsKey>(db, 'provider_notices_find')`
        SELECT company_id AS "companyId", provider FROM provider_notices
        WHERE secret_hash = ${noticeSecretHash}`,

    rewrap: async ({ companyId, provider }, from, to) =>
      execute(db, 'provider_credentials_rewrap', companyId)`
        UPDATE provider_credentials SET sealed_settings = ${to.sealedSettings}, sealed_notice_secret
          = ${to.sealedNoticeSecret}
        WHERE company_id = $1 AND provider = ${provider}
          AND sealed_settings = ${from.sealedSettings}
          AND sealed_notice_secret = ${from.sealedNoticeSecret}`,
  };
}

type Rotation = Parameters<ProviderCredentialStore['rotate']>;

function rotation(from: Rotation[1], to: Rotation[2]): Statement {
  const { companyId, provider, version } = from;
  const { newAddress } = to;
  return sql('provider_credentials_rotate', companyId, newAddress?.noticeSecretHash ?? null)`
    UPDATE provider_credentials SET sealed_settings = ${to.sealedSettings},
      certificate_ends_at = ${to.certificateEndsAt},
      rotated_at = ${to.rotatedAt}, version = version + 1,
      sealed_notice_secret = coalesce(${newAddress?.sealedNoticeSecret ?? null}::bytea,
        sealed_notice_secret),
      notice_secret_hash = coalesce($2::bytea, notice_secret_hash),
      connected_at = CASE WHEN $2::bytea IS NULL THEN connected_at END
    WHERE company_id = $1 AND provider = ${provider} AND version = ${version} RETURNING provider`;
}

async function insertAddress(
  tx: Queryable,
  { companyId, provider }: CredentialsKey,
  secretHash: Uint8Array,
): Promise<void> {
  await tx.query(sql('provider_notices_insert')`
    INSERT INTO provider_notices (secret_hash, company_id, provider)
      VALUES (${secretHash}, ${companyId}, ${provider})`);
}

async function deleteAddress(tx: Queryable, secretHash: Uint8Array): Promise<void> {
  await tx.query(sql('provider_notices_delete')`
    DELETE FROM provider_notices WHERE secret_hash = ${secretHash}`);
}

export function createProviderRouteStore(db: Db): ProviderRouteStore {
  return {
    list: async (companyId, tx: Queryable = db) =>
      tx.query<ProviderRoute>(sql('provider_routes_list', companyId)`
        SELECT method, providers FROM provider_routes WHERE company_id = $1 ORDER BY method`),

    listServedBy: async ({ companyId, provider }, tx) =>
      tx.query(sql('provider_routes_list_served_by', companyId, ALL_COMPANIES)`
        SELECT r.company_id AS "companyId", r.method FROM provider_routes r
        WHERE r.providers @> ${JSON.stringify([provider])}::jsonb AND (r.company_id = $1
          OR ($1 = $2 AND NOT EXISTS (SELECT 1 FROM provider_credentials c
            WHERE c.company_id = r.company_id AND c.provider = ${provider}))
          OR (r.company_id = $2 AND NOT EXISTS (SELECT 1 FROM provider_routes o
            WHERE o.company_id = $1 AND o.method = r.method)))
        ORDER BY r.company_id, r.method`),

    set: async (tx, companyId, { method, providers }) =>
      execute(tx, 'provider_routes_set', companyId)`
        INSERT INTO provider_routes (company_id, method, providers)
          VALUES ($1, ${method}, ${JSON.stringify(providers)}::jsonb)
        ON CONFLICT (company_id, method) DO UPDATE SET providers = excluded.providers`,

    delete: async (tx, companyId, method) =>
      hasRows(tx, 'provider_routes_delete', companyId)`
        DELETE FROM provider_routes WHERE company_id = $1 AND method = ${method} RETURNING method`,
  };
}
