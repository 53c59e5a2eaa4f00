import type { Hono } from 'hono';
import {
  cardTokenRequestSchema,
  cardTokenRevocationSchema,
} from '../../../contract/card/card-token.ts';
import { cvvRecollectionRequestSchema } from '../../../contract/card/cvv.ts';
import { invalidField } from '../../base/shared/api-error.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { requireTransacting } from '../../domain/accounts/account.ts';
import { issueCardToken, revokeCardToken } from '../../domain/cards/card-token.ts';
import { recollectCvv } from '../../domain/cards/cvv-recollection.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson } from '../../http/read-json.ts';
import { requireCaller } from '../authenticate.ts';
import { requireBudgetedCardCaller } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

/**
 * `takesConsent`: at the origin of our frame, which a merchant's page cannot call, so that what comes
 * here of a buyer's consent was said in our own document.
 */
export function cardTokenRoutes(
  app: Hono<AppEnv>,
  services: AppDependencies,
  { takesConsent }: { takesConsent: boolean },
): void {
  endpoint(app, '/checkout/tokens', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('card_tokens', c, services);
      const request = parseBody(cardTokenRequestSchema, await readJson(c));
      if (request.consent !== undefined && !takesConsent) throw invalidField('consent', 'left_out');
      return c.json(await issueCardToken(account, request, ofRequest(c, services)), 201);
    },
  });
  endpoint(app, '/checkout/tokens/cvv', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('card_tokens', c, services);
      const request = parseBody(cvvRecollectionRequestSchema, await readJson(c));
      return c.json(await recollectCvv(account, request, ofRequest(c, services)));
    },
  });
  endpoint(app, '/checkout/tokens/revoke', {
    POST: async (c) => {
      const account = await requireCaller(services.authenticate, c);
      requireTransacting(account);
      const { token } = parseBody(cardTokenRevocationSchema, await readJson(c));
      await revokeCardToken(account, token, ofRequest(c, services));
      return c.body(null, 204);
    },
  });
}
