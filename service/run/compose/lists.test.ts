import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePostgres } from '../../../scripts/system/postgres.mjs';
import { openPostgresDb } from '../../store/engine/postgres-db.ts';
import type { TestServer } from '../../testing/postgres-server.ts';
import { startServer } from '../../testing/postgres-server.ts';
import type { TestService } from '../../testing/test-service.ts';
import { newReference, startTestService, validPayin } from '../../testing/test-service.ts';

const postgres = ensurePostgres();
const ACCOUNT = 'no3ds';
const AGE = 'x-data-max-age';

describe.skipIf('reason' in postgres)('lists beside a replica', { tags: 'needs-postgres' }, () => {
  let primary: TestServer;
  let standby: TestServer;
  let onStandby: pg.Client;
  let service: TestService;
  let aheadMs = 0;

  beforeAll(async () => {
    if ('reason' in postgres) throw new Error(postgres.reason);
    primary = await startServer(postgres.binaries);
    standby = await startServer(postgres.binaries, { standbyOf: primary.url });
    onStandby = new pg.Client({ connectionString: standby.url });
    onStandby.on('error', () => undefined);
    await onStandby.connect();
    service = await startTestService({
      db: await openPostgresDb(primary.url),
      elapsedMs: () => performance.now() + aheadMs,
      settings: { databaseUrl: primary.url, databaseReplicaUrl: standby.url },
    });
  });
  afterAll(async () => {
    await service.stop();
    await primary.stop();
  });

  const read = (path: string) => service.get(ACCOUNT, path);
  const pay = async () => {
    const answer = await service.post(
      ACCOUNT,
      '/payin',
      validPayin({ referenceId: newReference() }),
    );
    expect(answer.status).toBe(201);
    return answer.body.id as string;
  };
  const listed = async () => {
    const { body } = await read('/payin?limit=100');
    return body.data.map(({ id }: { id: string }) => id);
  };
  /** The last statement of each connection that the service has to it. */
  const askedOfStandby = async () => {
    await listed();
    const { rows } = await onStandby.query(
      "SELECT query FROM pg_stat_activity WHERE application_name = 'payments'",
    );
    return rows.map(({ query }) => query);
  };

  it('tell how old they may be, and no other answer does', async () => {
    for (const path of ['/payin', '/payout', '/balance/statement']) {
      const { status, headers } = await read(path);
      expect([path, status, headers.get(AGE)]).toEqual([path, 200, '5']);
    }
    const id = await pay();
    for (const path of [`/payin/${id}`, '/balance', '/health']) {
      expect((await read(path)).headers.get(AGE)).toBeNull();
    }
  });

  it('are read of the replica while it is new enough and there, a payin by itself never', async () => {
    const before = await pay();
    await expect.poll(listed).toContain(before);
    await expect
      .poll(askedOfStandby)
      .toContainEqual(expect.stringMatching(/FROM (payins|ledger_)/));
    await onStandby.query('SELECT pg_wal_replay_pause()');
    const paused = async () =>
      (await onStandby.query('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0].state;
    await expect.poll(paused).toBe('paused');
    const id = await pay();
    expect((await read(`/payin/${id}`)).body.status).toBe('APPROVED');
    // Once it is too far behind, the primary is read.
    aheadMs += 5_000;
    await expect.poll(listed).toContain(id);
    const { rows } = await onStandby.query('SELECT count(*)::int AS n FROM payins WHERE id = $1', [
      id,
    ]);
    expect(rows[0].n).toBe(0);
    await onStandby.query('SELECT pg_wal_replay_resume()');

    const last = await pay();
    await standby.stop();
    expect(await listed()).toContain(last);
  });
});
