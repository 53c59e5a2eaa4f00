import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '../domain/audit/audit-log.ts';
import { createDatabaseServices } from '../run/compose/operator.ts';
import { readSettings } from '../settings.ts';
import { openedForEach } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import type { TestOperator } from '../testing/test-operator.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { basic, send, startTestService, validPayin } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';
import { UsageError } from './command.ts';
import { runCommand } from './run-command.ts';

describe.each(testDatabases())('a command on $engine', (database) => {
  let operator: TestOperator;
  let stop: () => Promise<void>;
  let payin: string;

  const db = openedForEach(database.openEmpty);
  beforeEach(async () => {
    const service = await startTestService({ db, timers: manualTimers().timers });
    stop = service.stop;
    const request = { body: validPayin(), headers: basic('no3ds') };
    payin = String((await send(`${service.baseUrl}/payin`, request)).body.id);
    operator = await openTestOperator(db);
  });
  afterEach(() => stop());

  /** Runs a command whose log takes no entry that `isLost`. */
  const runUnlogged = (
    command: string,
    options: Record<string, string>,
    isLost: (entry: AuditEntry) => boolean,
  ) => {
    const dependencies = { db, now: () => new Date(), randomBytes: operator.services.randomBytes };
    const { audit, ...rest } = createDatabaseServices(readSettings({}), dependencies);
    const failing: typeof audit = {
      ...audit,
      append: (entry, tx) =>
        isLost(entry) ? Promise.reject(new Error('no log')) : audit.append(entry, tx),
    };
    return runCommand(
      { command, options, actor: 'ana' },
      { database: { ...rest, audit: failing }, services: async () => operator.services },
    );
  };
  const alterLog = (change: string) =>
    db.query({ name: '', text: `ALTER TABLE audit_entries ${change}`, values: [] });
  const isDone = ({ result }: AuditEntry) => result === 'done';

  it('does nothing that the log cannot be told', async () => {
    await expect(runUnlogged('company block', { company: 'no3ds' }, isDone)).rejects.toThrow(
      'no log',
    );
    expect((await operator.record('company show', { company: 'no3ds' })).blocked).toBe(false);

    // Its entry is written with the move, so it is the database that refuses it.
    await alterLog("ADD CONSTRAINT no_log CHECK (result <> 'done') NOT VALID");
    await expect(operator.run('refund record', { payin })).rejects.toThrow('no_log');
    await alterLog('DROP CONSTRAINT no_log');
    expect((await operator.record('payin show', { payin })).status).toBe('APPROVED');

    const options = { company: 'no3ds', document: validPayin().customer.document };
    await expect(runUnlogged('customer erase', options, isDone)).rejects.toThrow('no log');
    await operator.run('customer erase', options);

    await expect(runUnlogged('signing activate', { company: 'no3ds' }, isDone)).rejects.toThrow();
    const off = await operator.refusal('signing rotate', { company: 'no3ds' });
    expect(off).toEqual(['ILLEGAL_TRANSITION']);
    await expect(runUnlogged('key create', { company: 'no3ds' }, isDone)).rejects.toThrow();
    expect(await operator.rows('key list', { company: 'no3ds' })).toHaveLength(1);
    expect(await operator.audit('no3ds', 20)).toContainEqual(
      expect.objectContaining({ action: 'refund record', result: 'failed', code: null }),
    );
  });

  it('shows nothing that the log cannot be told', async () => {
    await expect(runUnlogged('payin list', { company: 'no3ds' }, isDone)).rejects.toThrow('no log');
  });

  it('is refused in its own words where the log cannot be told of that either', async () => {
    const asked = runUnlogged('refund record', { payin, amount: '99999' }, () => true);
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_DATA' });
  });

  it('leaves one entry of each act, however often its transaction is tried', async () => {
    await operator.run('refund record', { payin, amount: '1000' });
    const entries = await operator.audit('no3ds', 20);
    expect(entries).toMatchObject([{ action: 'refund record', subjects: { refunded: 1_000 } }]);
  });

  it('that is not in the table leaves no entry', async () => {
    const asked = operator.run('company destroy', { company: 'no3ds' });
    await expect(asked).rejects.toThrow(UsageError);
    await expect(operator.run('company list', { card: '4111111111111111' })).rejects.toThrow(
      new UsageError('The command company list has no such option.'),
    );
    expect(await operator.audit('system', 20)).toEqual([]);
    expect(await operator.audit('no3ds', 20)).toEqual([]);
  });

  it('is listed with its actor, newest first, of one company or all', async () => {
    await operator.run('company block', { company: 'no3ds' });
    await operator.run('company block', { company: 'manual' });
    const all = await operator.rows('audit list');
    expect(
      all.map(({ actor, action, company, subjects }) => [actor, action, company, subjects]),
    ).toEqual([
      ['ana', 'company block', 'manual', 'blocked=true company=manual blocked.before=false'],
      ['ana', 'company block', 'no3ds', 'blocked=true company=no3ds blocked.before=false'],
    ]);
    expect(await operator.rows('audit list', { company: 'no3ds' })).toHaveLength(1);
    expect(await operator.rows('audit list', { limit: '1' })).toMatchObject([
      { action: 'audit list' },
    ]);
  });
});
