/** @module-tag minutes */

import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import type { Db } from '../../base/shared/db.ts';
import type { Acquirer, KnownCharge } from '../../providers/acquirer.ts';
import type { PayoutAcquirer, TransferAnswer } from '../../providers/payout-acquirer.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { ACQUIRER } from '../../testing/test-provider.ts';
import { startTestService, validPayin, validPayout } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { until } from '../../testing/until.ts';

/** How many looks may wait at one party at a time. */
const PLACES = 75;
const SILENT_COMPANIES = 80;
const ROUND_MS = 15_000;
/** The longest an acquirer of the sandbox is waited for. */
const DEADLINE_MS = 3_000;
/** What a start waits at most. */
const START_PATIENCE_MS = 10_000;

/** An acquirer that says nothing of any charge but those that the test tells it. */
function silentParties() {
  const known = new Map<string, KnownCharge>();
  const answers = {
    sent: { kind: 'unavailable' } as TransferAnswer,
    waiting: 0,
    late: new Promise<KnownCharge>(() => undefined),
  };
  const acquirer: Acquirer = {
    ...ACQUIRER,
    charge: () => Promise.reject(new Error('cut off')),
    findCharge({ reference }) {
      const charge = known.get(reference);
      if (charge !== undefined) return Promise.resolve(charge);
      answers.waiting += 1;
      return answers.late;
    },
  };
  const payoutAcquirer: PayoutAcquirer = {
    check: async () => ({ kind: 'payable' }),
    send: async () => answers.sent,
    find: async () => ({ kind: 'completed', externalId: 'x' }),
  };
  return { known, answers, acquirer, payoutAcquirer };
}

describe.each(testDatabases())('parties that say nothing, on $engine', (database) => {
  let time: number;
  let db: Db;
  let parties: ReturnType<typeof silentParties>;
  let listed: Set<unknown>;
  const now = () => new Date(time);

  beforeEach(async () => {
    time = new Date('2027-03-01T12:00:00Z').getTime();
    db = await database.openEmpty();
    onTestFinished(() => db.close());
    parties = silentParties();
    listed = new Set();
  });

  /** `begin` resolves with the service; timers can be run before that. */
  const begin = ({ deadlineMs = DEADLINE_MS } = {}) => {
    const { timers, run, round } = manualTimers();
    const { acquirer, payoutAcquirer } = parties;
    const starting = startTestService({
      db: {
        ...db,
        query(statement) {
          // The last that is listed of a company.
          if (statement.name === 'payout_open') listed.add(statement.values[0]);
          return db.query(statement);
        },
        close: async () => undefined,
      },
      provider: { cards: acquirer, payouts: payoutAcquirer, deadlineMs },
      now,
      timers,
    });
    onTestFinished(async () => {
      const stopping = (await starting).stop();
      await runUntil(stopping, () => run(DEADLINE_MS));
    });
    return { starting, run, round };
  };
  const start = async (options: { deadlineMs?: number } = {}) => {
    const { starting, run, round } = begin(options);
    const service = await starting;
    const pay = async (account: string) => {
      const { body } = await service.post(account, '/payin', validPayin());
      return String(body.id);
    };
    const payOut = async (account: string) =>
      String((await service.post(account, '/payout', validPayout())).body.id);
    return { ...service, run, round, pay, payOut };
  };

  /** Gives what tells whether all companies have been looked through from now on. */
  const untilListed = async () => {
    listed.clear();
    const count = { name: '', text: 'SELECT count(*) AS companies FROM companies', values: [] };
    const [row] = await db.query<{ companies: number }>(count);
    return () => listed.size === row?.companies;
  };

  const statusOf = async (account: string, id: string) => {
    const payin = await createPayinStore(db).find(account, id);
    return payin?.status ?? (await createPayoutStore(db).find(account, id))?.status;
  };

  const columnsOf = async (table: string) => {
    const rows = await sql<{ name: string }>(db)`SELECT column_name AS name
      FROM information_schema.columns
      WHERE table_name = ${table} AND table_schema = current_schema()`;
    return rows.map(({ name }) => name);
  };

  /** Companies that come before every other, each with a payin like this one. */
  const silence = async (account: string, payinId: string) => {
    const company = `'a-silent-' || lpad(c::text, 3, '0')`;
    const companies = await columnsOf('companies');
    await db.query({
      name: '',
      text: `INSERT INTO companies (${companies.join(', ')})
        SELECT ${companies.map((name) => (name === 'company_id' ? company : name)).join(', ')}
        FROM companies, generate_series(1, ${SILENT_COMPANIES}) c WHERE company_id = $1`,
      values: [account],
    });
    const copied = (name: string) => {
      if (name === 'company_id') return company;
      if (name === 'id' || name === 'reference_id') return `'stuck-' || c`;
      return name === 'reserved_at' ? `${name} - interval '1 hour'` : name;
    };
    const payins = await columnsOf('payins');
    await db.query({
      name: '',
      text: `INSERT INTO payins (${payins.join(', ')})
        SELECT ${payins.map(copied).join(', ')}
        FROM payins, generate_series(1, ${SILENT_COMPANIES}) c
        WHERE company_id = $1 AND id = $2`,
      values: [account, payinId],
    });
  };

  it('of eighty companies hold up no other company, no payout and no start', async () => {
    const service = await start();
    const pattern = await service.pay('no3ds');
    await silence('no3ds', pattern);
    const fresh = await service.pay('postorder');
    parties.known.set(fresh, { kind: 'approved', externalId: 'acq' });
    const payout = await service.payOut('no3ds');
    parties.answers.sent = { kind: 'accepted', externalId: 'x' };

    time += ROUND_MS;
    const isAllListed = await untilListed();
    const round = service.round(ROUND_MS);
    // The payout waits for nobody who waits for the acquirer of cards.
    await until(async () => (await statusOf('no3ds', payout)) === 'COMPLETED');
    await until(() => isAllListed() && parties.answers.waiting === PLACES);
    expect(await statusOf('postorder', fresh)).toBe('PENDING');
    service.run(DEADLINE_MS);
    await until(async () => (await statusOf('postorder', fresh)) === 'APPROVED');
    await runUntil(round, () => service.run(DEADLINE_MS));

    const second = await service.pay('postorder');
    parties.known.set(second, { kind: 'approved', externalId: 'acq' });
    time += 3_600_000;
    parties.answers.waiting = 0;
    const isListedAgain = await untilListed();
    const next = begin();
    await until(() => isListedAgain() && parties.answers.waiting === PLACES);
    await runUntil(next.starting, () => next.run(START_PATIENCE_MS));
    expect(await statusOf('postorder', second)).toBe('PENDING');
    next.run(DEADLINE_MS);
    await until(async () => (await statusOf('postorder', second)) === 'APPROVED');
  });

  it('or that say what cannot be kept, hold up no other company and no start', async () => {
    const service = await start();
    const poisoned: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) poisoned.push(await service.pay('no3ds'));
    // No text of a database has such a character, so each of these looks throws.
    for (const id of poisoned) parties.known.set(id, { kind: 'approved', externalId: '\0' });
    const fresh = await service.pay('postorder');
    parties.known.set(fresh, { kind: 'approved', externalId: 'acq' });
    time += ROUND_MS;
    await service.round(ROUND_MS);
    expect(await statusOf('postorder', fresh)).toBe('APPROVED');
    const told = service.logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'work in the background failed')
      .map(({ companyId, id }) => `${companyId} ${id}`);
    expect(told.sort()).toEqual(poisoned.map((id) => `no3ds ${id}`).sort());
    const looks = async () => {
      const text = "SELECT subject_id AS id, looks FROM look_ups WHERE company_id = 'no3ds'";
      const rows = await db.query<{ id: string; looks: number }>({ name: '', text, values: [] });
      return poisoned.map((id) => rows.find((row) => row.id === id)?.looks);
    };
    expect(await looks()).toEqual([1, 1, 1]);

    // Put off, each of them, and further each time.
    time += 14_000;
    await service.round(ROUND_MS);
    expect(await looks()).toEqual([1, 1, 1]);
    const second = await service.pay('postorder');
    parties.known.set(second, { kind: 'approved', externalId: 'acq' });
    time += ROUND_MS;
    await begin().starting;
    expect(await statusOf('postorder', second)).toBe('APPROVED');
    expect(await statusOf('no3ds', poisoned[0] ?? '')).toBe('PENDING');
    expect(await looks()).toEqual([2, 2, 2]);
  });

  it('are waited for as long as their own deadline lets them, where nobody else waits', async () => {
    const service = await start({ deadlineMs: 35_000 });
    const slow = await service.pay('no3ds');
    const { promise, resolve: answer } = deferred<KnownCharge>();
    parties.answers.late = promise;
    time += ROUND_MS;
    const round = service.round(ROUND_MS);
    await until(() => parties.answers.waiting === 1);
    // Who waits for an answer of ours is kept eight seconds.
    service.run(8_000);
    await new Promise((resolve) => setImmediate(resolve));
    answer({ kind: 'approved', externalId: 'acq' });
    await round;
    expect(await statusOf('no3ds', slow)).toBe('APPROVED');
  });
});

/** Runs timers again and again until this is over. */
async function runUntil(work: Promise<unknown>, runTimers: () => void): Promise<void> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  await until(() => {
    runTimers();
    return isOver;
  });
  await ended;
}
