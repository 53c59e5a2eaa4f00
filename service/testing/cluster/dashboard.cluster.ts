import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../base/shared/db.ts';
import type { DashboardClient, TestDashboard } from '../test-dashboard.ts';
import { startTestDashboard } from '../test-dashboard.ts';
import { postgresTestDatabase } from '../test-db.ts';
import { holdWebhooks } from '../test-held-webhooks.ts';
import { validPayin } from '../test-service.ts';
import { manualTimers } from '../test-timers.ts';
import { hearStatements, placesOf } from './heard-statements.ts';

/** What delivers events, which no page waits for. */
const DELIVERY = ['webhook_delivered', 'webhook_failed', 'webhook_undelivered'];

describe('each statement of a page of the dashboard', () => {
  const { timers } = manualTimers();
  const { sendWebhook, release } = holdWebhooks();
  let db: Db;
  let heard: ReturnType<typeof hearStatements>;
  let dashboard: TestDashboard;
  let payin: string;

  beforeAll(async () => {
    db = await postgresTestDatabase.openMigrated();
    heard = hearStatements(db);
    dashboard = await startTestDashboard({ db: heard.db, timers, sendWebhook });
    const body = validPayin({ webhookUrl: 'https://shop.example/webhooks' });
    const paid = await dashboard.post('no3ds', '/payin', body);
    expect(paid.body.status).toBe('APPROVED');
    payin = paid.body.id;
  });
  afterAll(async () => {
    release();
    await dashboard?.stop();
  });

  const placesOfPages = async (who: DashboardClient, paths: readonly string[]) => {
    heard.said.clear();
    for (const path of paths) expect([path, (await who.get(path)).status]).toEqual([path, 200]);
    const statements = [...heard.said.values()].filter(({ name }) => !DELIVERY.includes(name));
    return placesOf(statements, db);
  };

  it('of a company is one task of one machine', async () => {
    const owner = await dashboard.signIn('owner');
    const { routed, elsewhere } = await placesOfPages(owner, [
      '/',
      '/payments',
      '/payments?q=159,90',
      '/payments?q=ana@example.com&status=APPROVED',
      `/payments/${payin}`,
      `/payments/${payin}/refund`,
      '/payments/export.csv',
      '/payouts',
      '/payouts/new',
      '/payouts/export.csv',
      '/balance',
      '/balance/statement',
      '/balance/statement.csv',
      '/webhooks',
      '/webhooks/secret',
      '/integration',
      '/integration/errors',
      '/people',
      '/audit',
    ]);
    expect(elsewhere).toEqual([]);
    expect(routed).toBeGreaterThan(15);
  });

  it('of an operator too, but for which accounts want attention', async () => {
    const operator = await dashboard.signIn('operator');
    const pages = ['/', '/companies', '/companies/no3ds', '/providers', '/system'];
    const { elsewhere } = await placesOfPages(operator, pages);
    expect(elsewhere.sort()).toEqual(
      ['charges', 'events', 'orphans', 'underpaid'].map((of) => `attention_of_${of}: 8 tasks`),
    );
  });
});
