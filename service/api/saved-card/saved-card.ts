import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import {
  customerSessionRequestSchema,
  savedCardDeletionSchema,
  savedCardsRequestSchema,
  savedCardTokenRequestSchema,
} from '../../../contract/card/saved-card.ts';
import { customerIdSchema } from '../../../contract/payments/customer.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { issueSavedCardToken } from '../../domain/cards/card-token.ts';
import { openCustomerSession, requireCustomer } from '../../domain/cards/customer-session.ts';
import { deleteSavedCard, listSavedCards } from '../../domain/cards/saved-card.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ofRequest } from '../../http/of-request.ts';
import { readJson, readOptionalJson } from '../../http/read-json.ts';
import { requireBudgetedCardCaller, requireCompany, requireReader } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

const CUSTOMER_PATH = z.object({ customerId: customerIdSchema });

/** What a merchant's server asks of the cards that its customers saved. */
export function savedCardRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/customers/:customerId/session', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const customerId = customerOf(c);
      const { origin } = parseBody(customerSessionRequestSchema, await readOptionalJson(c));
      return c.json(openCustomerSession(account, { customerId, origin }, services), 201);
    },
  });
  endpoint(app, '/customers/:customerId/cards', {
    GET: async (c) => {
      const account = await requireReader(c, services);
      return c.json(await listSavedCards(account, customerOf(c), services));
    },
  });
  endpoint(app, '/customers/:customerId/cards/:id', {
    DELETE: async (c) => {
      const account = await requireReader(c, services);
      const id = c.req.param('id') ?? '';
      await deleteSavedCard(account, { customerId: customerOf(c), id }, ofRequest(c, services));
      return c.body(null, 204);
    },
  });
}

/**
 * What our frame asks with the session of a customer, at its own origin alone. Decision: a page
 * around it, which may hold the same token, cannot call this origin, and so reads no list.
 */
export function savedCardFrameRoutes(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/checkout/saved-cards', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('saved_cards', c, services);
      const session = parseBody(savedCardsRequestSchema, await readJson(c));
      const customerId = requireCustomer(account, session, services);
      return c.json(await listSavedCards(account, customerId, services));
    },
  });
  endpoint(app, '/checkout/saved-cards/token', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('card_tokens', c, services);
      const request = parseBody(savedCardTokenRequestSchema, await readJson(c));
      return c.json(await issueSavedCardToken(account, request, ofRequest(c, services)), 201);
    },
  });
  endpoint(app, '/checkout/saved-cards/delete', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('saved_cards', c, services);
      const { id, ...session } = parseBody(savedCardDeletionSchema, await readJson(c));
      const customerId = requireCustomer(account, session, services);
      await deleteSavedCard(account, { customerId, id }, ofRequest(c, services));
      return c.json(await listSavedCards(account, customerId, services));
    },
  });
}

/** An id as the payin's customer has it. */
function customerOf(c: Context<AppEnv>): string {
  return parseBody(CUSTOMER_PATH, { customerId: c.req.param('customerId') }).customerId;
}
