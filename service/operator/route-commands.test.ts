import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../shared/db.ts';
import { testDatabases } from '../testing/test-db.ts';
import type { TestOperator } from '../testing/test-operator.ts';
import { openTestOperator } from '../testing/test-operator.ts';

const ROUTE = { method: 'CREDIT_CARD', providers: 'cielo' };

describe.each(testDatabases())(
  'a route for cards that are authenticated on $engine',
  (database) => {
    let db: Db;
    let operator: TestOperator;
    beforeAll(async () => {
      db = await database.openEmpty();
      operator = await openTestOperator(db);
      await operator.run('provider add', {
        ...{ company: '*', provider: 'cielo' },
        'merchant-id': '6a1f0a52-9d1e-4b57-8f0f-2f8a1f0c9d11',
        'merchant-key': 'A'.repeat(40),
      });
    });
    afterAll(async () => {
      await operator.services.registeredProviders.stop();
      await db.close();
    });

    const companyWith = async (company: string, flow: string) => {
      await operator.run('company create', { company, name: 'Loja Acme' });
      await operator.run('company set-capabilities', { company, 'three-ds': flow });
    };

    it('is refused before the order where its first provider authenticates nobody', async () => {
      await companyWith('before', 'pre-order');
      const asked = operator.run('route set', { company: 'before', ...ROUTE });
      await expect(asked).rejects.toMatchObject({
        code: 'INVALID_DATA',
        details: [
          {
            path: 'providers',
            message:
              'begins with cielo, which authenticates nobody, while three-ds of before is ' +
              'pre-order: every card would be refused. Change that first: company ' +
              'set-capabilities --company before --three-ds none',
          },
        ],
      });
      expect(await operator.rows('route list', { company: 'before' })).toEqual([]);
      await operator.run('company set-capabilities', { company: 'before', 'three-ds': 'none' });
      const set = await operator.record('route set', { company: 'before', ...ROUTE });
      expect(set).toEqual({ company: 'before', ...ROUTE });
    });

    it.each(['none', 'post-order'])('is set where 3-D Secure is %s', async (flow) => {
      const company = flow.replace('-', '');
      await companyWith(company, flow);
      const route = { company, ...ROUTE };
      expect(await operator.record('route set', route)).toEqual(route);
    });

    it('is set for all companies, whatever they have', async () => {
      const route = { company: '*', ...ROUTE };
      expect(await operator.record('route set', route)).toEqual(route);
    });
  },
);
