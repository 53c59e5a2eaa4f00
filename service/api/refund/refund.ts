import type { Hono } from 'hono';
import { refundRequestSchema, refundSchema } from '../../../contract/payments/refund.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { answerOnce } from '../../domain/limits/idempotency.ts';
import { createRefund, fingerprintRefund } from '../../domain/payins/refunds/create-refund.ts';
import { toRefundRecord } from '../../domain/payins/refunds/refund.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson } from '../../http/read-json.ts';
import { askedBy } from '../../http/request-log.ts';
import { requireCompany, requireReader } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';
import { parseRequest } from '../parse-request.ts';

export function refundRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/payin/:id/refund', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const request = parseRequest(c, account, refundRequestSchema, await readJson(c));
      const asked = { ...request, payinId: c.req.param('id') ?? '' };
      const create = async () =>
        toRefundRecord(await createRefund(account, asked, ofRequest(c, services), askedBy(c)));
      const key = c.req.header('idempotency-key');
      if (key === undefined) return c.json(await create(), 201);
      const { companyId } = account;
      const bodyFingerprint = fingerprintRefund(services.hash, asked);
      const once = { companyId, key, bodyFingerprint, answerSchema: refundSchema };
      return c.json(await answerOnce(once, create, services), 201);
    },
  });

  endpoint(app, '/payin/:id/refund/:refundId', {
    GET: async (c) => {
      const { companyId } = await requireReader(c, services);
      const refund = await services.refunds.find(companyId, c.req.param('refundId') ?? '');
      if (refund === null || refund.payinId !== c.req.param('id')) {
        throw new ApiError('NOT_FOUND', 'There is no such refund of this payin.');
      }
      return c.json(toRefundRecord(refund));
    },
  });
}
