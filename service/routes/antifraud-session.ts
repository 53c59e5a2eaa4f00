import type { Hono } from 'hono';
import { antifraudSessionRequestSchema } from '../../contract/antifraud.ts';
import { requireMethod, requireTransacting } from '../accounts/account.ts';
import { openAntifraudSession } from '../cards/antifraud-session.ts';
import type { AppEnv } from '../http/app-env.ts';
import { endpoint } from '../http/endpoint.ts';
import { readJson } from '../http/read-json.ts';
import { parseFields } from '../shared/parse-fields.ts';
import { requireBudgetedCaller } from './checkout-caller.ts';
import type { AppDependencies } from './dependencies.ts';

export function antifraudSessionRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/checkout/antifraud-sessions', {
    POST: async (c) => {
      const account = await requireBudgetedCaller('antifraud_sessions', c, services);
      requireTransacting(account);
      requireMethod(account, 'CREDIT_CARD');
      const { signals } = parseFields(antifraudSessionRequestSchema, await readJson(c));
      return c.json(await openAntifraudSession(account, signals, services), 201);
    },
  });
}
