import type { Hono } from 'hono';
import { sandboxClockRequestSchema } from '../../../contract/sandbox-clock.ts';
import { parseBody } from '../../base/shared/parse-fields.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readJson } from '../../http/read-json.ts';
import { advanceClock } from '../../sandbox/sandbox-clock.ts';
import { requireCompany } from '../callers.ts';
import type { AppDependencies } from '../dependencies.ts';

export function sandboxClockRoute(app: Hono<AppEnv>, services: AppDependencies): void {
  endpoint(app, '/sandbox/clock', {
    POST: async (c) => {
      const account = await requireCompany(c, services);
      const { advanceSeconds } = parseBody(sandboxClockRequestSchema, await readJson(c));
      const now = await advanceClock(account, advanceSeconds, services);
      return c.json({ now: now.toISOString() });
    },
  });
}
