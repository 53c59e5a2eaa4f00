import type { Hono } from 'hono';
import {
  companyPaymentPageRequestSchema,
  paymentPageRequestSchema,
} from '../../../contract/payments/payment-page.ts';
import {
  createPaymentPage,
  endPaymentPage,
  findPaymentPage,
  toPaymentPageRecord,
} from '../../domain/pages/payment-page.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson } from '../../http/read-json.ts';
import { requireCompany, requireReader } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';
import { parseRequest } from '../parse-request.ts';

/** Fits 50 items of the longest texts, of which each character may be escaped (`\u00e9`). */
const MAX_PAGE_BYTES = 256 * 1024;

/** What a merchant's server does with payment pages. Their buyers' side is `page-app.ts`. */
export function paymentPageRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/payment-page', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const schema = account.traits.companyPayers
        ? companyPaymentPageRequestSchema
        : paymentPageRequestSchema;
      const request = parseRequest(c, account, schema, await readJson(c, MAX_PAGE_BYTES));
      const page = await createPaymentPage(account, request, services);
      return c.json(await toPaymentPageRecord(account, page, services), 201);
    },
  });

  endpoint(app, '/payment-page/:id', {
    GET: async (c) => {
      const account = await requireReader(c, services);
      const page = await findPaymentPage(account, c.req.param('id') ?? '', services);
      return c.json(await toPaymentPageRecord(account, page, services));
    },
  });

  endpoint(app, '/payment-page/:id/end', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const page = await findPaymentPage(account, c.req.param('id') ?? '', services);
      const ended = await endPaymentPage(account, page, ofRequest(c, services));
      return c.json(await toPaymentPageRecord(account, ended, services));
    },
  });
}
