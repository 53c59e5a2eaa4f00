import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { answerNotFound } from './error-handler.ts';

/** A segment that is one dot or two, each written plainly or as `%2e`. */
const DOT_SEGMENT = /(?:^|[/\\])(?:\.|%2e){1,2}(?=[/\\?#]|$)/i;

/**
 * 404 NOT_FOUND for a path with dot segments. A URL parser resolves them, so that a proxy that
 * decides by the path as it was written, and we, would mean two different resources.
 */
export const plainPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  const [path = ''] = (c.env?.incoming?.url ?? '').split('?');
  if (DOT_SEGMENT.test(path)) return answerNotFound(c);
  await next();
  return undefined;
};
