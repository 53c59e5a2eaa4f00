import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { CompanyNodes } from '../../../domain/metrics/served-companies.ts';
import type { StoreNode } from '../../../domain/upkeep/distribution.ts';
import { WRITE_PROBE } from '../../engine/write-probe.ts';
import { run } from '../rows.ts';
import { sql } from '../sql.ts';

/** The machines of Citus, by its own tables: the only statements that one engine alone knows. */

export async function findCluster(db: Db) {
  if (!(await hasCitus(db))) return null;
  const [self] = await run<{ coordinator: boolean }>(
    db,
    'SELECT citus_is_coordinator() AS coordinator',
  );
  const workers = await run<StoreNode>(
    db,
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
      WHERE groupid > 0 AND noderole = 'primary' AND isactive ORDER BY host, port`,
  );
  return { isCoordinator: self?.coordinator === true, workers };
}

export async function isNodeUp(db: Db, { host, port }: StoreNode): Promise<boolean> {
  try {
    const rows = await db.query<{ success: boolean }>(sql('')`
      SELECT success FROM master_run_on_worker(ARRAY[${host}], ARRAY[${port}::integer],
        ARRAY[${WRITE_PROBE.text}], false)
      WHERE success AND result <> ''`);
    return rows.length > 0;
  } catch {
    return false;
  }
}

type CompanyNode = StoreNode & { companies: number };

/** Which machine holds how many companies; none where the tables lie on one. */
export function createCompanyNodes(db: Db): CompanyNodes<CompanyNode> {
  return { count: () => countCompanies(db), isUp: (node) => isNodeUp(db, node) };
}

async function countCompanies(db: Db): Promise<CompanyNode[]> {
  if (!(await hasCitus(db))) return [];
  const [declared] = await run(
    db,
    "SELECT 1 AS one FROM pg_dist_partition WHERE logicalrelid = to_regclass('payins')",
  );
  if (declared === undefined) return [];
  return await run(
    db,
    `SELECT n.nodename AS host, n.nodeport AS port, count(*) AS companies FROM companies c
      JOIN pg_dist_placement p
        ON p.shardid = get_shard_id_for_distribution_column('payins', c.company_id)
      JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
      GROUP BY n.nodename, n.nodeport`,
  );
}

async function hasCitus(db: Queryable): Promise<boolean> {
  const rows = await run(db, "SELECT 1 AS one FROM pg_extension WHERE extname = 'citus'");
  return rows.length > 0;
}
