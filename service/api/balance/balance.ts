import type { Hono } from 'hono';
import { statementQuerySchema } from '../../../contract/payments/statement.ts';
import { parseQuery } from '../../base/shared/parse-fields.ts';
import { readBalance } from '../../domain/ledger/balance.ts';
import { readStatement } from '../../domain/ledger/statement.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { dataAge } from '../../http/data-age.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readQuery } from '../../http/read-json.ts';
import { requireReader } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

export function balanceRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/balance', {
    GET: async (c) => {
      const { companyId } = await requireReader(c, services);
      return c.json(await readBalance(companyId, services));
    },
  });

  endpoint(app, '/balance/statement', {
    GET: async (c) => {
      const { companyId } = await requireReader(c, services);
      const query = parseQuery(statementQuerySchema, readQuery(c));
      const { lists } = services;
      const statement = await readStatement(companyId, query, lists.statements);
      return c.json(statement, 200, dataAge(lists.maxAgeMs));
    },
  });
}
