import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate, UnknownSchema } from '../../store/engine/migrate.ts';
import { migrations } from '../../store/migrations/migrations.ts';
import { createAccountStore } from '../../store/tables/accounts/account.ts';
import { openedForEach } from '../../testing/opened.ts';
import { statementDatabases } from '../../testing/test-db.ts';
import { prepareSchema } from './schema.ts';

const SANDBOX = { mode: 'sandbox' } as const;
const PRODUCTION = { mode: 'production' } as const;

describe.each(statementDatabases())('the tables of another build on $engine', (database) => {
  let logged: string[];
  const db = openedForEach(database.openEmpty);
  beforeEach(() => {
    logged = [];
  });

  const prepare = (settings: typeof SANDBOX | typeof PRODUCTION) =>
    prepareSchema(settings, {
      db,
      accounts: createAccountStore(db),
      log: pino({ base: null }, { write: (line) => void logged.push(line) }),
    });
  const companies = () =>
    db.query({ name: '', text: 'SELECT company_id AS id, sandbox FROM companies', values: [] });
  const makeAsBefore = (sandbox: boolean, id = 48) =>
    migrate(db, [
      {
        id,
        name: 'before',
        statements: [
          'CREATE TABLE companies (company_id text PRIMARY KEY, sandbox boolean NOT NULL)',
          `INSERT INTO companies (company_id, sandbox) VALUES ('acme', ${sandbox})`,
        ],
      },
    ]);

  async function isRefused(settings: typeof SANDBOX | typeof PRODUCTION, id = 48): Promise<void> {
    const kept = await companies();
    await expect(prepare(settings)).rejects.toThrow(new UnknownSchema(id));
    expect([await companies(), logged]).toEqual([kept, []]);
  }

  if (database.engine === 'embedded') {
    it.each([
      ['from before ours', 48],
      ['that have been edited since', 49],
    ])('are dropped in a sandbox, which says so, if of migrations %s', async (_n, id) => {
      await makeAsBefore(true, id);
      await prepare(SANDBOX);
      expect(await companies()).toEqual([]);
      expect(await migrate(db, migrations)).toEqual([]);
      expect(logged.map((line) => JSON.parse(line))).toMatchObject([
        { level: 40, msg: 'another build had made the data of this sandbox, and it was dropped' },
      ]);
      await prepare(SANDBOX);
      expect(logged).toHaveLength(1);
    });
  } else {
    it('are left on a server, and refused', async () => {
      await makeAsBefore(true);
      await isRefused(SANDBOX);
    });
  }

  it('are left and refused where an account is not of the sandbox', async () => {
    await makeAsBefore(false);
    await isRefused(SANDBOX);
  });

  it.each([48, 49])('are left and refused in production, up to migration %i', async (id) => {
    await makeAsBefore(true, id);
    await isRefused(PRODUCTION, id);
  });

  it.each([SANDBOX, PRODUCTION])('are used in $mode if an older build made them', async (mode) => {
    const id = Math.max(...migrations.map((migration) => migration.id)) + 1;
    await migrate(db, [...migrations, { id, name: 'later', statements: ['SELECT 1'] }]);
    await prepare(mode);
    expect([await companies(), logged]).toEqual([[], []]);
  });
});
