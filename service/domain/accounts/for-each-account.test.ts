import { describe, expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { turn } from '../../testing/until.ts';
import type { Account } from './account.ts';
import { accountTraitsSchema } from './account.ts';
import type { AccountWork } from './for-each-account.ts';
import { AccountOverdue, createForEachAccount } from './for-each-account.ts';

const DEADLINE_MS = 20_000;

function accountOf(companyId: string): Account {
  return {
    companyId,
    companyName: companyId,
    tradeName: null,
    document: null,
    kycStatus: 'approved',
    blocked: false,
    sandbox: true,
    traits: accountTraitsSchema.parse({}),
    origins: [],
    clockOffsetSeconds: 0,
  };
}

/** A loop over three accounts, whose `unreadable` one cannot be read, and what it has done. */
function loop({ unreadable = '' } = {}) {
  const { timers, run } = manualTimers();
  const done: string[] = [];
  const failures: [string, unknown][] = [];
  const forEachAccount = createForEachAccount({
    accounts: {
      listIds: async () => ['one', 'two', 'three'],
      async find(companyId) {
        if (companyId === unreadable) throw new Error('unreadable');
        return accountOf(companyId);
      },
    },
    deadlineMs: DEADLINE_MS,
    timers,
    onError: (error, companyId) => failures.push([companyId, error]),
  });
  const note =
    (name: string): AccountWork =>
    async ({ companyId }) => {
      done.push(`${name} ${companyId}`);
    };
  return { forEachAccount, note, done, failures, run };
}

describe('the loop over all accounts', () => {
  it('does every work for one account before the next', async () => {
    const { forEachAccount, note, done, failures } = loop();
    await forEachAccount([note('a'), note('b')]);
    expect(done).toEqual(['a one', 'b one', 'a two', 'b two', 'a three', 'b three']);
    expect(failures).toEqual([]);
  });

  it('goes on after a work that throws, with the same account and with the others', async () => {
    const { forEachAccount, note, done, failures } = loop();
    const error = new Error('broken');
    const breaks: AccountWork = async ({ companyId }) => {
      if (companyId === 'two') throw error;
    };
    await forEachAccount([breaks, note('a')]);
    expect(done).toEqual(['a one', 'a two', 'a three']);
    expect(failures).toEqual([['two', error]]);
  });

  it('goes on after an account that cannot be read', async () => {
    const { forEachAccount, note, done, failures } = loop({ unreadable: 'one' });
    await forEachAccount([note('a')]);
    expect(done).toEqual(['a two', 'a three']);
    expect(failures).toEqual([['one', new Error('unreadable')]]);
  });

  it('leaves an account that hangs, and passes it over until it has ended', async () => {
    const { forEachAccount, note, done, failures, run } = loop();
    const { promise, resolve: release } = deferred();
    const hangs: AccountWork = ({ companyId }) =>
      companyId === 'two' ? promise : Promise.resolve();
    const first = forEachAccount([hangs, note('a')]);
    await turn();
    expect(done).toEqual(['a one']);
    run(DEADLINE_MS);
    await first;
    expect(done).toEqual(['a one', 'a three']);
    expect(failures).toEqual([['two', expect.any(AccountOverdue)]]);

    await forEachAccount([note('b')]);
    expect(done.slice(2)).toEqual(['b one', 'b three']);
    release();
    await turn();
    expect(done.at(-1)).toBe('a two');
    await forEachAccount([note('c')]);
    expect(done.slice(-3)).toEqual(['c one', 'c two', 'c three']);
    expect(failures).toHaveLength(1);
  });

  it('tells where the accounts cannot be listed', async () => {
    const { timers } = manualTimers();
    const forEachAccount = createForEachAccount({
      accounts: { listIds: () => Promise.reject(new Error('down')), find: async () => null },
      deadlineMs: DEADLINE_MS,
      timers,
      onError: () => undefined,
    });
    await expect(forEachAccount([])).rejects.toThrow('down');
  });
});
