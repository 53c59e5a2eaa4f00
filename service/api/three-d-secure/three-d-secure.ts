import type { Hono } from 'hono';
import {
  threeDSCompletionSchema,
  threeDSSessionRequestSchema,
} from '../../../contract/card/three-d-secure.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import {
  completeThreeDS,
  readThreeDS,
} from '../../domain/payins/three-d-secure/complete-three-d-secure.ts';
import { openThreeDSForToken } from '../../domain/payins/three-d-secure/open-three-d-secure.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson } from '../../http/read-json.ts';
import { requireBudgetedCardCaller, requireCardCaller } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

/** As EMV 3-D Secure has it. */
const LONGEST_USER_AGENT = 2048;

export function threeDSRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/checkout/three-d-secure-sessions', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('three_d_secure_sessions', c, services);
      const body = parseBody(threeDSSessionRequestSchema, await readJson(c));
      const { token, device, payer } = body;
      const userAgent = (c.req.header('user-agent') ?? '').slice(0, LONGEST_USER_AGENT);
      const buyer = { device, payer, userAgent };
      return c.json(await openThreeDSForToken(account, token, buyer, ofRequest(c, services)), 201);
    },
  });
  endpoint(app, '/checkout/three-d-secure-sessions/:id', {
    GET: async (c) => {
      const account = await requireCardCaller(c, services);
      return c.json(await readThreeDS(account, c.req.param('id') ?? '', ofRequest(c, services)));
    },
  });
  endpoint(app, '/checkout/three-d-secure-sessions/:id/complete', {
    POST: async (c) => {
      const account = await requireCardCaller(c, services);
      const completion = parseBody(threeDSCompletionSchema, await readJson(c));
      return c.json(
        await completeThreeDS(account, c.req.param('id') ?? '', completion, ofRequest(c, services)),
      );
    },
  });
}
