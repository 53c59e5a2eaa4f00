import { describe, expect, it } from 'vitest';
import { SYSTEM_COMPANY } from '../domain/audit/audit-log.ts';
import type { Distribution } from '../domain/upkeep/distribution.ts';
import { distributeTables } from '../domain/upkeep/distribution.ts';
import { opened } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { openBareTestOperator } from '../testing/test-operator.ts';

describe.each(testDatabases())('tables over machines, on $engine', (database) => {
  const db = opened(database.openMigrated);

  it('are refused where nothing spreads them, which is in the log', async () => {
    const operator = openBareTestOperator(db);
    await expect(operator.run('database distribute')).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
      message: 'The database is not one of Citus: it has no extension of that name.',
    });
    expect(await operator.audit(SYSTEM_COMPANY)).toEqual([
      {
        actor: 'ana',
        action: 'database distribute',
        subjects: {},
        result: 'refused',
        code: 'ILLEGAL_TRANSITION',
      },
    ]);
  });
});

describe('tables over machines', () => {
  const workers = [
    { host: 'one', port: 5432 },
    { host: 'two', port: 5433 },
  ];
  const asked = (changed: Partial<Distribution>): Distribution => ({
    findCluster: async () => ({ isCoordinator: true, workers }),
    isNodeUp: async () => true,
    findMisplaced: async () => [],
    declare: async () => {
      throw new Error('nothing is to be declared');
    },
    ...changed,
  });
  const refusal = async (changed: Partial<Distribution>) => {
    const refused = distributeTables(asked(changed), async () => undefined);
    await expect(refused).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    return await refused.catch((error: Error) => error.message);
  };

  it('are refused at a worker', async () => {
    expect(await refusal({ findCluster: async () => ({ isCoordinator: false, workers }) })).toBe(
      'The database is a worker: tables are declared on the coordinator.',
    );
  });

  it('are refused where there are no workers', async () => {
    expect(await refusal({ findCluster: async () => ({ isCoordinator: true, workers: [] }) })).toBe(
      'The coordinator has no workers: add each with citus_add_node() first.',
    );
  });

  it('are refused while one is away, by its name', async () => {
    expect(await refusal({ isNodeUp: async ({ host }) => host === 'one' })).toBe(
      'These workers do not answer, and nothing was changed: two:5433.',
    );
  });

  it('are refused where somebody declared one otherwise', async () => {
    expect(await refusal({ findMisplaced: async () => ['companies', 'users'] })).toBe(
      'These tables were declared otherwise, and nothing was changed: companies, users.',
    );
  });
});
