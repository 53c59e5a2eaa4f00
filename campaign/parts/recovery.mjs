import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEventReceiver } from '../../scripts/system/event-receiver.mjs';
import { openPlace } from '../../scripts/system/payment-service.mjs';
import { startPostgres, withPostgres } from '../../scripts/system/start-postgres.mjs';
import { pause, until } from '../../scripts/system/wait.mjs';
import { createChance } from '../chance.mjs';
import { createFindings } from '../checks/findings.mjs';
import { lookUp } from '../checks/look-up.mjs';
import { reconcile } from '../checks/rows.mjs';
import { createMerchant } from '../merchant/merchant.mjs';
import { endWell } from './trial.mjs';

const CONNECTIONS = 4;
const TRADED_MS = 3_000;
const ARCHIVED = { withinMs: 60_000, everyMs: 100 };

/** As `docs/operating.md` has it, to between two payins: the first is there, the second not. */
export async function recovery({ root, seed }) {
  return withPostgres((lived) => goBack({ root, seed, lived }), {
    settings: (folder) => ({ archive_mode: 'on', archive_command: `cp %p "${folder}/%f.log"` }),
  });
}

async function goBack({ root, seed, lived }) {
  const findings = createFindings();
  const place = openPlace(root, { databaseUrl: lived.database('lived') });
  const receiver = await startEventReceiver({ refusedOneIn: 10 });
  const merchant = createMerchant({
    chance: createChance(seed),
    webhookUrl: receiver.url,
    report: findings.wrong,
  });
  let restored = null;
  try {
    const { first, second, moment } = await live({ lived, place, merchant });
    const startedAt = performance.now();
    restored = await restoreTo(moment, lived);
    const after = openPlace(root, {
      databaseUrl: restored.address('lived'),
      dataDir: place.dataDir,
    });
    await compare({ place: after, merchant, findings, first, second });
    const took = Math.round(performance.now() - startedAt);
    console.log(`  back to ${moment} after ${took} ms, looked through and reconciled`);
    console.log(`  ${merchant.book.length} orders, lost, doubled, wrong: ${findings.counts()}`);
    return findings.isNothing();
  } finally {
    await place.remove();
    await receiver.stop();
    await restored?.stop();
  }
}

/** Trades before, while and after the base backup is made; gives a moment between two payins. */
async function live({ lived, place, merchant }) {
  const service = place.start(await place.choosePorts());
  await service.ready();
  const trading = merchant.trade({ connections: CONNECTIONS, toBase: () => service.base });
  await pause(TRADED_MS);
  lived.baseBackup('base');
  await pause(TRADED_MS);
  await trading.stop();
  const first = merchant.newOrder('approvedCard');
  await merchant.advance(first, service.base);
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const [{ moment }] = (await client.query('SELECT clock_timestamp()::text AS moment')).rows;
  const second = merchant.newOrder('approvedCard');
  await merchant.advance(second, service.base);
  await service.stop();
  await untilArchived(client);
  await client.end();
  return { first, second, moment };
}

/** What a disaster would take is the part of the log that was not archived yet. */
async function untilArchived(client) {
  const { rows } = await client.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  const isThere = await until(async () => {
    const archiver = await client.query('SELECT last_archived_wal AS name FROM pg_stat_archiver');
    return archiver.rows[0].name >= rows[0].name;
  }, ARCHIVED);
  if (!isThere) throw new Error('the log was not archived');
}

async function restoreTo(moment, lived) {
  const data = join(lived.folder, 'base');
  writeFileSync(join(data, 'recovery.signal'), '');
  return await startPostgres({
    data,
    settings: () => ({
      restore_command: `cp "${lived.folder}/%f.log" %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    }),
  });
}

async function compare({ place, merchant, findings, first, second }) {
  const service = place.start(await place.choosePorts());
  try {
    await service.ready();
    const orders = merchant.book.filter((order) => order !== second);
    if (first.told?.status !== 201) findings.wrong('the payin before the moment was not approved');
    if (second.told?.status !== 201) findings.wrong('the payin after the moment was not approved');
    await lookUp({ merchant, base: service.base, orders, findings });
    const later = await merchant.read(service.base, `/payin/${second.told.body.id}`);
    if (later.status !== 404) findings.wrong(`the payin after the moment answers ${later.status}`);
    const again = await merchant.sendAgain(service.base, second);
    if (again?.status !== 201) findings.wrong(`the second order again answers ${again?.status}`);
  } finally {
    await endWell(service, findings, 'the restored process');
  }
  await reconcile(place, findings);
}
