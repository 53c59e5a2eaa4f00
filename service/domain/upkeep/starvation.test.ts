/** @module-tag minutes */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acquirer, KnownCharge } from '../../providers/acquirer.ts';
import type {
  KnownTransfer,
  PayoutAcquirer,
  TransferAnswer,
} from '../../providers/payout-acquirer.ts';
import { createPayinStore } from '../../store/tables/payins/payin.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { ACQUIRER } from '../../testing/test-provider.ts';
import { startTestService, validPayin, validPayout } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { until } from '../../testing/until.ts';

const STUCK = 1_001;
const ROUND_MS = 15_000;

/** Parties that answer what the test puts in for what is new, and never decide the rest. */
function stuckParties() {
  const answers = {
    known: { kind: 'processing' } as KnownCharge,
    transfer: { kind: 'processing', externalId: 'x' } as KnownTransfer,
    sent: { kind: 'accepted', externalId: 'x' } as TransferAnswer,
    isCharging: true,
    /** Is told of, in place of an answer, for as long as it is set. */
    isSilent: false,
    fresh: '',
    sentTransfers: [] as string[],
  };
  const never = <Answer>() => new Promise<Answer>(() => undefined);
  const acquirer: Acquirer = {
    ...ACQUIRER,
    charge: () => Promise.reject(new Error('cut off')),
    findCharge: ({ reference }) => {
      if (reference === answers.fresh) {
        return Promise.resolve({ kind: 'approved', externalId: 'acq' });
      }
      return answers.isSilent ? never() : Promise.resolve(answers.known);
    },
  };
  const payoutAcquirer: PayoutAcquirer = {
    check: async () => ({ kind: 'payable' }),
    async send({ reference }) {
      answers.sentTransfers.push(reference);
      return answers.sent;
    },
    find: ({ reference }) => {
      if (reference === answers.fresh) {
        return Promise.resolve({ kind: 'completed', externalId: 'x' });
      }
      return answers.isSilent ? never() : Promise.resolve(answers.transfer);
    },
  };
  return { answers, acquirer, payoutAcquirer };
}

describe.each(testDatabases())('a thousand that are stuck, on $engine', (database) => {
  const { answers, acquirer, payoutAcquirer } = stuckParties();
  let time = new Date('2027-03-01T12:00:00Z').getTime();
  const now = () => new Date(time);
  const stops: (() => Promise<void>)[] = [];
  const start = async (db: Awaited<ReturnType<typeof database.openEmpty>>) => {
    const { timers, run, round } = manualTimers();
    const started = await startTestService({
      db,
      provider: { cards: acquirer, payouts: payoutAcquirer },
      now,
      timers,
    });
    stops.push(started.stop);
    return { ...started, run, round };
  };
  let service: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    service = await start(await database.openEmpty());
  }, 60_000);
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  const pass = async () => {
    time += ROUND_MS;
    await service.round(ROUND_MS);
  };
  const pay = (account: string) => service.post(account, '/payin', validPayin());
  const payOut = (account = 'no3ds') => service.post(account, '/payout', validPayout());
  const statusOf = async (of: 'payin' | 'payout', id: string, account = 'no3ds') => {
    const store = of === 'payin' ? createPayinStore(service.db) : createPayoutStore(service.db);
    return (await store.find(account, id))?.status;
  };

  /** As many like this one, older than it. */
  const multiply = async (table: 'payins' | 'payouts', id: string, account: string) => {
    const columns = await sql<{ name: string }>(service.db)`SELECT column_name AS name
      FROM information_schema.columns
      WHERE table_name = ${table} AND table_schema = current_schema()`;
    const names = columns.map(({ name }) => name);
    const copied = (name: string) => {
      if (name === 'id' || name === 'reference_id') return `'stuck-${account}-' || n`;
      if (name === 'reserved_at' || name === 'touched_at') return `${name} - interval '1 hour'`;
      return name;
    };
    await service.db.query({
      name: '',
      text: `INSERT INTO ${table} (${names.join(', ')})
        SELECT ${names.map(copied).join(', ')} FROM ${table}, generate_series(1, ${STUCK}) n
        WHERE company_id = $1 AND id = $2`,
      values: [account, id],
    });
  };

  it('payouts hold up no new one, also after a restart', async () => {
    const { body: first } = await payOut();
    await pass();
    await multiply('payouts', first.id, 'no3ds');
    for (const isRestarted of [false, true]) {
      answers.sent = { kind: 'unavailable' };
      const { body: fresh } = await payOut();
      answers.sent = { kind: 'accepted', externalId: 'x' };
      answers.fresh = fresh.id;
      if (isRestarted) service = await start(service.db);
      await pass();
      await pass();
      expect(await statusOf('payout', fresh.id)).toBe('COMPLETED');
    }
  });

  it('payins hold up no new one, also after a restart', async () => {
    const { body: first } = await pay('no3ds');
    expect(first.status).toBe('PENDING');
    await multiply('payins', first.id, 'no3ds');
    for (const isRestarted of [false, true]) {
      const { body: fresh } = await pay('no3ds');
      answers.fresh = fresh.id;
      if (isRestarted) service = await start(service.db);
      await pass();
      await pass();
      expect(await statusOf('payin', fresh.id)).toBe('APPROVED');
    }
  });

  it('payins of one company, whose acquirer says nothing, hold up no other', async () => {
    answers.isSilent = true;
    const { body: fresh } = await pay('postorder');
    answers.fresh = fresh.id;
    time += ROUND_MS;
    const rounds = service.round(ROUND_MS);
    let isOver = false;
    rounds.then(() => {
      isOver = true;
    });
    // Every look at the silent ones is given up, as many together as there are.
    await until(() => {
      service.run(3_000);
      return isOver;
    });
    expect(await statusOf('payin', fresh.id, 'postorder')).toBe('APPROVED');
    answers.isSilent = false;
  });
});
