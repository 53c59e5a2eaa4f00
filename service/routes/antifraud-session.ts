import type { Hono } from 'hono';
import { antifraudSessionRequestSchema } from '../../contract/antifraud.ts';
import { requireMethod, requireTransacting } from '../accounts/account.ts';
import type { AntifraudSessionStore } from '../cards/antifraud-session.ts';
import { openAntifraudSession } from '../cards/antifraud-session.ts';
import type { RandomBytes } from '../crypto/envelope.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { BudgetedCallServices } from '../http/checkout-caller.ts';
import { requireBudgetedCaller } from '../http/checkout-caller.ts';
import { endpoint } from '../http/endpoint.ts';
import { readJson } from '../http/read-json.ts';
import { parseFields } from '../shared/parse-fields.ts';

export function antifraudSessionRoute(
  app: Hono<AppEnv>,
  services: BudgetedCallServices & {
    antifraudSessions: AntifraudSessionStore;
    randomBytes: RandomBytes;
  },
): void {
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
