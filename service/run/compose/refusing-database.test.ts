/** @module-tag minutes */

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensurePostgres, unprivileged } from '../../../scripts/system/postgres.mjs';
import { readSettings } from '../../settings.ts';
import { openPostgresDb } from '../../store/engine/postgres-db.ts';
import { buildProgram } from '../../testing/child-program.ts';
import { FREE_PORT_SETTINGS, FREE_PORTS } from '../../testing/free-ports.ts';
import type { TestServer } from '../../testing/postgres-server.ts';
import { startServer } from '../../testing/postgres-server.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { scrape, total } from '../../testing/test-metrics.ts';
import type { TestService } from '../../testing/test-service.ts';
import { send, startTestService, validPayin } from '../../testing/test-service.ts';
import { until } from '../../testing/until.ts';
import { startService } from '../app.ts';
import { lastWords } from '../last-words.ts';

const server = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://a:b@127.0.0.1:1/none');
const hasServer = process.env.TEST_DATABASE_URL !== undefined;
const name = `refusing_${randomBytes(6).toString('hex')}`;
const MAY_NOT = { username: name, password: name };

type Change = Partial<URL> & { options?: string };

/** Of the database of this file, by whoever runs the server; `options` as in `libpq`. */
function addressOf({ options = '', ...change }: Change = {}, of = server.href): string {
  const url = Object.assign(new URL(of), { pathname: `/${name}`, ...change });
  if (options !== '') url.searchParams.set('options', `-c ${options}`);
  return url.href;
}

async function run(address: string, ...texts: string[]): Promise<void> {
  const admin = await openPostgresDb(address, { maxConnections: 1 });
  for (const text of texts) await admin.query({ name: '', text, values: [] });
  await admin.close();
}

async function wordsAtStart(address: string): Promise<string> {
  const given = { DATABASE_URL: address, DATA_DIR: temporaryFolder('refused') };
  const log = pino({ level: 'silent' });
  const starting = startService({ ...readSettings(given), ...FREE_PORTS }, { log });
  const error = await starting.then(
    () => 'it has started',
    (thrown: unknown) => thrown,
  );
  return lastWords('service', error);
}

const SERVER = 'DATABASE_URL names a server that cannot be used:';
const NO_ENTRY = `${SERVER} the password is wrong, or it has no such role (28P01).`;
const NO_RIGHT = 'The database refuses: its role may not make or use tables there (42501).';

describe.skipIf(!hasServer)('a start that is refused', { tags: 'needs-postgres' }, () => {
  beforeAll(async () => {
    const role = `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`;
    await run(server.href, role, `CREATE DATABASE ${name}`, `CREATE DATABASE ${name}_none`);
    await run(server.href, `ALTER DATABASE ${name}_none CONNECTION LIMIT 0`);
    await run(addressOf(), 'CREATE SCHEMA shown', `GRANT USAGE ON SCHEMA shown TO ${name}`);
  });
  afterAll(async () => {
    await run(server.href, `DROP DATABASE ${name}`, `DROP DATABASE ${name}_none`);
    await run(server.href, `DROP ROLE ${name}`);
  });

  it.each([
    ['such database', { pathname: '/none' }, `${SERVER} it has no database of that name (3D000).`],
    ['such role', { username: 'nobody' }, NO_ENTRY],
    ['such password', { password: 'hunter2' }, NO_ENTRY],
    [
      'connection left',
      { ...MAY_NOT, pathname: `/${name}_none` },
      `${SERVER} it gives no more connections (53300).`,
    ],
    ['right to make tables', { ...MAY_NOT, options: 'search_path=shown' }, NO_RIGHT],
    [
      'schema',
      { options: 'search_path=none' },
      'The database refuses: it has no schema to make tables in (3F000).',
    ],
    [
      'permission to write',
      { options: 'default_transaction_read_only=on' },
      'The database refuses: it can only be read (25006).',
    ],
  ])('says in one sentence that there is no %s', async (_what, change, sentence) => {
    expect(await wordsAtStart(addressOf(change))).toBe(`${sentence}\n`);
  });

  it('ends the process with 1', async () => {
    const program = await buildProgram(new URL('../../testing/stop-program.ts', import.meta.url));
    const DATABASE_URL = addressOf({ ...MAY_NOT, options: 'search_path=shown' });
    const env = { ...FREE_PORT_SETTINGS, DATABASE_URL, DATA_DIR: temporaryFolder('refused') };
    const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
    expect([status, String(stderr)]).toEqual([1, `${NO_RIGHT}\n`]);
  });
});

const disk = hasServer ? mountSmallDisk('48m', unprivileged() ?? undefined) : null;
const tags = ['needs-postgres', 'needs-root'];

describe.skipIf(disk === null)('a server whose disk is full', { tags }, () => {
  const clock = { ms: 0 };
  const elapsedMs = () => clock.ms;
  // Of its own: where it cannot write a page, a server refuses databases to everybody.
  let full: TestServer;
  let service: TestService;
  const fullAddress = (change: Change = {}) => addressOf(change, full.url);

  beforeAll(async () => {
    const postgres = ensurePostgres();
    if ('reason' in postgres) throw new Error(postgres.reason);
    full = await startServer(postgres.binaries);
    const space = `CREATE TABLESPACE ${name} LOCATION '${disk?.folder}'`;
    await run(full.url, space, `CREATE DATABASE ${name} TABLESPACE ${name}`);
    await run(fullAddress(), 'CREATE SCHEMA empty');
    const db = await openPostgresDb(fullAddress(), { elapsedMs });
    service = await startTestService({ db, elapsedMs });
  });
  afterAll(async () => {
    await service.stop();
    await full.stop();
    disk?.unmount();
  });

  const pay = async () => (await service.post('no3ds', '/payin', validPayin())).status;
  const told = async () => {
    const health = await send(`${service.baseUrl}/health`);
    const status = await send(`${service.baseUrl}/status`);
    const isUp = total(await scrape(service), 'database_up');
    return [health.status, health.body.status, status.body.status, isUp];
  };
  const lines = (...messages: string[]) =>
    service.logged.map((line) => JSON.parse(line)).filter(({ msg }) => messages.includes(msg));

  it('is told before a payment is refused, and in one line, as is that it has room', async () => {
    expect([await pay(), await told()]).toEqual([201, [200, 'ok', 'ok', 1]]);
    const filler = disk?.fill() ?? '';
    clock.ms += 5_000;
    expect(await told()).toEqual([503, 'unavailable', 'unavailable', 0]);
    await until(async () => (await pay()) === 503);
    for (let times = 0; times < 20; times += 1) await pay();
    const refusal = { code: '53100', reason: 'its disk is full' };
    expect(lines('the database refuses work')).toMatchObject([refusal]);
    expect(lines('request failed', 'work in the background failed')).toEqual([]);
    const words = await wordsAtStart(fullAddress({ options: 'search_path=empty' }));
    expect(words).toBe('The database refuses: its disk is full (53100).\n');

    rmSync(filler);
    clock.ms += 10_000;
    expect([await pay(), await told()]).toEqual([201, [200, 'ok', 'ok', 1]]);
    expect(lines('the database takes what is written again')).toHaveLength(1);
  });
});
