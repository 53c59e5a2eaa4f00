import { describe, expect, it } from 'vitest';
import type { Db, Transaction } from '../../base/shared/db.ts';
import type { Acquirer, ChargeOutcome } from '../../providers/acquirer.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import type { Answer } from '../../testing/test-service.ts';
import { startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

/*
 * Everything that an acquirer is asked to do with money is written down first. For a charge that is
 * its payin, reserved: one statement and one row, with all that an attempt has.
 */

const COMPANY = 'no3ds';
/** What an attempt is known by afterwards. */
const ATTEMPT = 'SELECT id, provider, amount, status, charge_state FROM payins WHERE id = $1';
const ASKED = 'the acquirer is asked';
/** Goes on by itself, whoever calls. */
const IN_BACKGROUND = ['webhook_claim'];

type Answering = () => Promise<ChargeOutcome>;
const ANSWERS: readonly [kind: string, answer: Answering, status: number][] = [
  ['approves', async () => ({ kind: 'approved', externalId: 'a-1' }), 201],
  ['refuses', async () => ({ kind: 'refused', externalId: 'a-2' }), 201],
  ['does not tell', () => Promise.reject(new Error('cut')), 201],
  ['cannot be asked', async () => ({ kind: 'unavailable' }), 502],
];

describe.each(testDatabases())('what an attempt to charge costs, on $engine', (database) => {
  const { timers } = manualTimers();
  /** Names of the statements that write, as they were committed, and when the acquirer was asked. */
  let happened: string[] = [];
  let attempt: Record<string, unknown> | undefined;
  let answer: Answering = () => Promise.reject(new Error('no answer was said'));

  const cards: Acquirer = {
    settlesWithinMs: 60_000,
    storeCard: async () => ({ kind: 'unavailable' }),
    findCharge: async () => ({ kind: 'not_found' }),
    async charge({ reference }) {
      happened.push(ASKED);
      [attempt] = await db.query({ name: '', text: ATTEMPT, values: [reference] });
      return answer();
    },
  };

  const db = opened(database.openEmpty);
  const service = opened(async () => {
    const watched = watchWrites(db, (name) => {
      if (!IN_BACKGROUND.includes(name)) happened.push(name);
    });
    return startTestService({ db: watched, timers, provider: { name: 'asked', cards } });
  });

  async function pay(by: Answering): Promise<Answer> {
    answer = by;
    happened = [];
    attempt = undefined;
    return service.post(COMPANY, '/payin', validPayin());
  }

  it.each(ANSWERS)('is one statement before an acquirer that %s', async (_how, by, status) => {
    const { body, text, status: answered } = await pay(by);
    expect(answered, text).toBe(status);
    expect(happened.slice(0, happened.indexOf(ASKED))).toEqual(['payin_claim']);
    expect(happened.filter((one) => one === ASKED)).toHaveLength(1);
    expect(attempt).toMatchObject({
      ...(status === 201 ? { id: body.id } : {}),
      ...{ provider: 'asked', amount: 10_000, status: 'PENDING', charge_state: 'reserved' },
    });
  });

  it('is the statement that made the payin: what came of it is written by its own', async () => {
    await pay(async () => ({ kind: 'approved', externalId: 'a-5' }));
    expect(happened.filter((one) => one === 'payin_claim')).toHaveLength(1);
    const after = happened.slice(happened.indexOf(ASKED) + 1);
    expect(after.filter((name) => !name.startsWith('ledger_'))).toEqual(['payin_move']);
  });
});

/** The same database, which tells of each statement that writes once that is committed. */
function watchWrites(db: Db, tell: (name: string) => void): Db {
  const isWrite = (text: string) => /\b(?:INSERT INTO|UPDATE|DELETE FROM)\b/.test(text);
  return {
    ...db,
    async query(statement, options) {
      const rows = await db.query<never>(statement, options);
      if (isWrite(statement.text)) tell(statement.name);
      return rows;
    },
    async transaction(work, options) {
      let names: string[] = [];
      const result = await db.transaction((tx) => {
        names = [];
        const watched: Transaction = {
          commitWith: (writes) => tx.commitWith(writes),
          query(statement) {
            if (isWrite(statement.text)) names.push(statement.name);
            return tx.query(statement);
          },
        };
        return work(watched);
      }, options);
      for (const name of names) tell(name);
      return result;
    },
  };
}
