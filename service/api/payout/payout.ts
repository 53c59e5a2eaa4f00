import type { Hono } from 'hono';
import type { PayoutList } from '../../../contract/payments/payout.ts';
import {
  payoutCreatedSchema,
  payoutListQuerySchema,
  payoutRequestSchema,
} from '../../../contract/payments/payout.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { parseQuery } from '../../base/shared/parse-fields.ts';
import { answerOnce } from '../../domain/limits/idempotency.ts';
import { createPayout, fingerprintPayout } from '../../domain/payouts/create-payout.ts';
import { toPayoutCreated, toPayoutRecord } from '../../domain/payouts/payout.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { dataAge } from '../../http/data-age.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson, readQuery } from '../../http/read-json.ts';
import { callerKeyId, requireCompany, requireReader } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';
import { parseRequest } from '../parse-request.ts';

export function payoutRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/payout', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const request = parseRequest(c, account, payoutRequestSchema, await readJson(c));
      const create = async () => {
        const asked = { request, createdBy: callerKeyId(c, services) };
        return toPayoutCreated(await createPayout(account, asked, ofRequest(c, services)));
      };
      const key = c.req.header('idempotency-key');
      if (key === undefined) return c.json(await create(), 201);
      const { companyId } = account;
      const bodyFingerprint = fingerprintPayout(services.hash, request);
      const once = { companyId, key, bodyFingerprint, answerSchema: payoutCreatedSchema };
      return c.json(await answerOnce(once, create, services), 201);
    },

    GET: async (c) => {
      const account = await requireReader(c, services);
      const query = parseQuery(payoutListQuerySchema, readQuery(c));
      const { total, payouts } = await services.lists.payouts.list(account.companyId, query);
      const { page, limit } = query;
      const list: PayoutList = {
        data: payouts.map(toPayoutRecord),
        meta: { total, page, limit, totalPages: Math.ceil(total / limit) },
      };
      return c.json(list, 200, dataAge(services.lists.maxAgeMs));
    },
  });

  endpoint(app, '/payout/:id', {
    GET: async (c) => {
      const { companyId } = await requireReader(c, services);
      const payout = await services.payouts.find(companyId, c.req.param('id') ?? '');
      if (payout === null) throw new ApiError('NOT_FOUND', 'There is no such payout.');
      return c.json(toPayoutRecord(payout));
    },
  });
}
