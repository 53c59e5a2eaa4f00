import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PollsFailed } from '../../../base/shared/poll-each.ts';
import { opened } from '../../../testing/opened.ts';
import { testDatabases } from '../../../testing/test-db.ts';
import { openTestOperator } from '../../../testing/test-operator.ts';
import type { Account } from '../../accounts/account.ts';
import type { PayinDependencies } from '../dependencies.ts';
import { expireThreeDS } from './complete-three-d-secure.ts';

const START = new Date('2027-03-01T12:00:00Z').getTime();
const SECOND_MS = 1_000;
const IN_A_ROUND = 1_000;

describe.each(testDatabases())('authentications whose time is over, on $engine', (database) => {
  let services: PayinDependencies;
  let account: Account;
  let time = START;
  const db = opened(database.openEmpty);
  beforeAll(async () => {
    const operator = await openTestOperator(db);
    await operator.run('company create', { company: 'acme', name: 'Acme Ltda' });
    account = await operator.account('acme');
    services = { ...operator.services, now: () => new Date(time) };
  });
  beforeEach(async () => {
    time = START;
    await db.query({ name: '', text: 'DELETE FROM authentications', values: [] });
  });

  /** Each a millisecond younger than the one before; all over by now, those with a token later. */
  async function insert(
    prefix: string,
    count: number,
    made: { flow?: string; token?: string } = {},
  ) {
    const { flow = 'pre-order', token } = made;
    const begunAt = new Date(START - (token === undefined ? 60_000 : 30_000));
    await db.query({
      name: '',
      text: `INSERT INTO authentications (company_id, id, flow, token_hash, amount, installments,
          reference_id, card_fingerprint, provider, session, transaction_id, status, created_at,
          expires_at)
        SELECT 'acme', $1 || lpad(n::text, 5, '0'), $2, $3::bytea, 100, 1, $1, ''::bytea, 'sandbox',
          '', $1 || n, 'OPEN', $4, $4::timestamptz + n * interval '1 millisecond'
        FROM generate_series(1, $5::int) n`,
      values: [prefix, flow, token === undefined ? null : Buffer.from(token), begunAt, count],
    });
  }
  const openOf = async (prefix: string) => {
    const text = `SELECT id FROM authentications WHERE id LIKE $1 AND status = 'OPEN'`;
    return (await db.query({ name: '', text, values: [`${prefix}%`] })).length;
  };
  const round = () => expireThreeDS(account, services).catch((error: unknown) => error);

  it('are ended although a thousand older ones cannot be, which are tried again later', async () => {
    // Without the token that it needs none of them can be ended.
    await insert('bad', IN_A_ROUND);
    await insert('good', 3, { token: 'good' });
    const failed = await round();
    if (!(failed instanceof PollsFailed)) throw new Error('the round told nothing');
    const named = failed.named.map(({ id }) => id);
    expect([new Set(named).size, failed.more]).toEqual([20, IN_A_ROUND - 20]);
    expect(named.every((id) => id.startsWith('bad'))).toBe(true);
    expect(failed.message).toMatch(/^1000 could not .* needs a token$/);
    expect(await openOf('good')).toBe(3);

    time += SECOND_MS;
    expect(await round()).toBeUndefined();
    expect([await openOf('good'), await openOf('bad')]).toEqual([0, IN_A_ROUND]);

    // They are tried again when they are due, and at once where the clock is moved.
    time = START + 14 * SECOND_MS;
    expect(await round()).toBeUndefined();
    time = START + 15 * SECOND_MS;
    expect(await round()).toBeInstanceOf(PollsFailed);
    time += 29 * SECOND_MS;
    expect(await round()).toBeUndefined();
    const early = expireThreeDS(account, services, { evenEarly: true });
    await expect(early).rejects.toThrow(PollsFailed);
  });

  it('are hidden by none whose charge the acquirer has', async () => {
    await insert('acq', IN_A_ROUND, { flow: 'post-order' });
    await insert('late', 1, { token: 'late' });
    expect(await round()).toBeUndefined();
    expect([await openOf('late'), await openOf('acq')]).toEqual([0, IN_A_ROUND]);
  });
});
