import type { Hono } from 'hono';
import { antifraudSessionRequestSchema } from '../../../contract/antifraud.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import { openAntifraudSession } from '../../domain/cards/antifraud-session.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readJson } from '../../http/read-json.ts';
import { requireBudgetedCardCaller } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

export function antifraudSessionRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/checkout/antifraud-sessions', {
    POST: async (c) => {
      const account = await requireBudgetedCardCaller('antifraud_sessions', c, services);
      const { signals } = parseBody(antifraudSessionRequestSchema, await readJson(c));
      return c.json(await openAntifraudSession(account, signals, services), 201);
    },
  });
}
