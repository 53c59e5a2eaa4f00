import type { Context, Hono } from 'hono';
import { isLineOfText } from '../../contract/text.ts';
import { ApiError } from '../base/shared/api-error.ts';
import type { AppEnv } from './app-env.ts';

type Method = 'GET' | 'POST' | 'DELETE';
type Handler = (c: Context<AppEnv>) => Response | Promise<Response>;

const MAX_PART = 2048;

/** With HEAD, OPTIONS and 405; the log has the pattern in place of the path. */
export function endpoint(
  app: Hono<AppEnv>,
  pattern: string,
  handlers: Partial<Record<Method, Handler>>,
): void {
  const methods = Object.keys(handlers);
  const allow = [...methods, ...(handlers.GET ? ['HEAD'] : []), 'OPTIONS'];
  for (const [method, handler] of Object.entries(handlers)) {
    app.on(method, pattern, (c) => {
      c.set('route', pattern);
      // What no id can hold, a database may refuse to even look for.
      if (!Object.values(c.req.param()).every((value) => isLineOfText(value, MAX_PART))) {
        throw new ApiError('NOT_FOUND', 'There is nothing at this address.');
      }
      return handler(c);
    });
  }
  app.all(pattern, (c) => {
    c.set('route', pattern);
    if (c.req.method === 'OPTIONS') return c.body(null, 204, { Allow: allow.join(', ') });
    throw new ApiError('METHOD_NOT_ALLOWED', `Use ${allow.join(', ')} here.`, { allow });
  });
}
