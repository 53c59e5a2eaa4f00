import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { ProviderRoute, ProviderRouteStore } from '../../../providers/credentials.ts';
import { ALL_COMPANIES } from '../../../providers/credentials.ts';
import { execute, hasRows } from '../rows.ts';

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
