import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCitus } from '../../../scripts/system/citus.mjs';
import type { Db } from '../../base/shared/db.ts';
import { distributeTables } from '../../domain/upkeep/distribution.ts';
import { migrate } from '../../store/engine/migrate.ts';
import { openPostgresDb } from '../../store/engine/postgres-db.ts';
import { migrations } from '../../store/migrations/migrations.ts';
import { createCompanyNodes } from '../../store/tables/upkeep/nodes.ts';
import { createDistribution } from '../../store/tables/upkeep/table-distribution.ts';
import { sql } from '../sql.ts';
import { disagreementOf } from '../test-killed-service.ts';
import { scrape } from '../test-metrics.ts';
import { openTestOperator } from '../test-operator.ts';
import type { Answer, TestService } from '../test-service.ts';
import { send, startTestService, validPayin } from '../test-service.ts';
import { startCluster } from './citus.ts';

type Company = { id: string; headers: Record<string, string> };
type Asked = { company: Company; reference: string; answer: Answer };

/** On a cluster of its own, since one of its machines is killed. */
describe('a worker that is killed under load', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let db: Db;
  let service: TestService;
  const near: Company[] = [];
  const away: Company[] = [];
  const asked: Asked[] = [];

  beforeAll(async () => {
    const citus = findCitus();
    if ('reason' in citus) throw new Error(citus.reason);
    cluster = await startCluster(citus.binaries);
    db = await openPostgresDb(cluster.url);
    await migrate(db, migrations);
    await distributeTables(createDistribution(db), async () => undefined);
    service = await startTestService({ db });
    const operator = await openTestOperator(db);
    for (let number = 1; near.length < 2 || away.length < 2; number += 1) {
      const company = `shop${number}`;
      await operator.run('company create', { company, name: company });
      await operator.run('company set-kyc', { company, status: 'approved' });
      await operator.run('company set-card', { company, enabled: 'yes' });
      const { publicKey, secretKey } = await operator.record('key create', { company });
      const headers = { 'x-api-key': String(publicKey), 'x-api-secret': String(secretKey) };
      const [place] = await sql<{ port: number }>(db)`SELECT n.nodeport AS port
        FROM pg_dist_placement p JOIN pg_dist_node n
        ON n.groupid = p.groupid
        WHERE p.shardid = get_shard_id_for_distribution_column('payins', ${company}::text)`;
      const group = place?.port === cluster.workers[0].port ? away : near;
      group.push({ id: company, headers });
    }
  });
  afterAll(async () => {
    await service?.stop();
    await cluster?.stop();
  });

  const pay = async (company: Company): Promise<Answer> => {
    const body = validPayin();
    const answer = await send(`${service.baseUrl}/payin`, { body, headers: company.headers });
    asked.push({ company, reference: body.referenceId, answer });
    return answer;
  };
  const health = async () => (await send(`${service.baseUrl}/health`)).body;
  /** Each company pays again and again, until the work is done. */
  const underLoad = async (work: () => Promise<void>) => {
    let isDone = false;
    const callers = [...near, ...away].flatMap((company) => [company, company]);
    const paying = callers.map(async (company) => {
      while (!isDone) await pay(company);
    });
    await work().finally(() => {
      isDone = true;
    });
    await Promise.all(paying);
  };
  const outcome = ({ status, body }: Answer) => (status === 201 ? body.status : status);

  it('takes its own companies away and nobody else, and nothing is lost or doubled', async () => {
    expect(await health()).toMatchObject({ status: 'ok', companiesServed: 1 });
    for (const company of [...near, ...away]) expect(outcome(await pay(company))).toBe('APPROVED');

    const [dead] = cluster.workers;
    const nodes = await createCompanyNodes(db).count();
    const all = nodes.reduce((sum, { companies }) => sum + companies, 0);
    const left = nodes.filter(({ port }) => port !== dead.port);
    const share = left.reduce((sum, { companies }) => sum + companies, 0) / all;
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
    await underLoad(async () => {
      await dead.kill();
      await expect.poll(async () => (await health()).companiesServed).toBeLessThan(1);
    });
    expect(await health()).toMatchObject({
      status: 'ok',
      companiesServed: Math.floor(share * 1000) / 1000,
    });
    const told = (await scrape(service)).find(({ name }) => name === 'companies_served_share');
    expect(told?.value).toBe(Math.floor(share * 1000) / 1000);

    const whileAway = asked.length;
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.all([...near, ...away].map(pay));
    }
    const outcomes = (companies: readonly Company[]) =>
      asked
        .slice(whileAway)
        .filter(({ company }) => companies.includes(company))
        .map(({ answer }) => outcome(answer));
    expect(new Set(outcomes(near))).toEqual(new Set(['APPROVED']));
    expect(new Set(outcomes(away))).toEqual(new Set([503]));

    await underLoad(async () => {
      await dead.startAgain();
      await expect.poll(async () => (await health()).companiesServed).toBe(1);
    });
    for (const company of [...near, ...away]) {
      await expect.poll(async () => outcome(await pay(company))).toBe('APPROVED');
    }

    // A fault of the service's own is no answer to any of it.
    const statuses = new Set(asked.map(({ answer }) => answer.status));
    expect([...statuses].sort()).toEqual([201, 503]);
    for (const { company, reference, answer } of asked) {
      const rows = await sql<{ id: string; status: string }>(db)`SELECT id, status FROM payins
        WHERE company_id = ${company.id} AND reference_id = ${reference}
        AND holds_reference`;
      expect(rows.length).toBeLessThanOrEqual(1);
      if (answer.status !== 201) continue;
      expect(rows.map(({ id }) => id)).toEqual([answer.body.id]);
      // What was told as pending when the machine died is decided by those who look at it again.
      if (answer.body.status === 'APPROVED') expect(rows[0]?.status).toBe('APPROVED');
    }
    expect(await disagreementOf(db)).toBeNull();
  });
});
