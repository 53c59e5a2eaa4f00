import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { createEnvelope } from '../base/crypto/envelope.ts';
import { createRandomBytes } from '../base/crypto/random-bytes.ts';
import type { Timers } from '../base/shared/periodic.ts';
import type { Acquirer } from '../providers/acquirer.ts';
import { startService } from '../run/app.ts';
import { readSettings } from '../settings.ts';
import { openEmbeddedDb } from '../store/engine/embedded-db.ts';
import { openDb } from '../store/engine/open-db.ts';
import { createProviderState } from '../store/tables/providers/provider-state.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { FREE_PORTS } from './free-ports.ts';
import { readKillPoint, withKillPoint } from './kill-point.ts';
import { manualTimers } from './test-timers.ts';

/**
 * A service whose acquirer books every charge ten minutes after it said nothing, for a test that
 * kills it while such a charge is given back. Arguments: its directory, how many seconds its clock is
 * ahead, the address of a PostgreSQL server. The clock stands still: the line `pass 60` moves it by
 * a minute, and does once what is done every 15 seconds. Any other line is a point at which it kills
 * itself. Each line is repeated once that is done; the end of its input is its own end.
 */
const START = Date.UTC(2027, 2, 1, 12);
const ROUND_MS = 15_000;
const BOOKED_AFTER_MS = 600_000;
const KEY = { version: 1, key: new Uint8Array(32).fill(7) };

const [, , dataDir = '', secondsAhead = '0', databaseUrl] = process.argv;
const opened =
  databaseUrl === undefined
    ? await openEmbeddedDb(dataDir, { template: embeddedTemplate, fsync: () => undefined })
    : await openDb({ dataDir, databaseUrl });
const { db, arm } = withKillPoint(opened, () => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
});

let time = START + Number(secondsAhead) * 1_000;
function now(): Date {
  return new Date(time);
}
const rounds = manualTimers();
const timers: Timers = {
  after(delayMs, work) {
    if (delayMs === ROUND_MS) return rounds.timers.after(delayMs, work);
    const timer = setTimeout(work, delayMs);
    return () => clearTimeout(timer);
  },
};

/** What this acquirer remembers outlives the process, and it gives back once for every id. */
const state = createProviderState(db, createEnvelope([KEY], createRandomBytes()), 'late');
const acquirer: Acquirer = {
  settlesWithinMs: 300_000,
  storeCard: async () => ({ kind: 'unavailable' }),
  async charge({ reference }) {
    await state.keep(`charge|${reference}`, String(time + BOOKED_AFTER_MS));
    throw new Error('the line was cut');
  },
  async findCharge({ reference }) {
    const bookedAt = await state.read(`charge|${reference}`);
    if (bookedAt === null || Number(bookedAt) > time) return { kind: 'not_found' };
    const isVoided = (await state.read(`void|${reference}`)) !== null;
    return { kind: isVoided ? 'voided' : 'approved', externalId: `late-${reference}` };
  },
  async voidCharge({ reference, reversalId }) {
    const first = await state.keep(`void|${reference}`, reversalId);
    // It would give the charge back again for another id.
    if (first !== reversalId) await state.keep(`void|${reference}|${reversalId}`, '');
    return { kind: 'voided' };
  },
};

const service = await startService(
  { ...readSettings({ DATA_DIR: dataDir }), ...FREE_PORTS, keyEncryptionKeys: [KEY] },
  {
    db,
    provider: { name: 'late', cards: acquirer, payments: null },
    timers,
    now,
    log: pino({ level: 'silent' }),
  },
);
process.stdout.write(`${service.baseUrl}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const seconds = /^pass (\d+)$/.exec(line)?.[1];
  if (seconds === undefined) {
    arm(readKillPoint(line));
  } else {
    time += Number(seconds) * 1_000;
    await rounds.round(ROUND_MS);
  }
  process.stdout.write(`${line}\n`);
}
await service.stop();
process.exit(0);
