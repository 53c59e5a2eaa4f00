import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { answerNotFound } from './error-handler.ts';

/** A segment that is one dot or two, each written plainly or as `%2e`. */
const DOT_SEGMENT = /(?:^|[/\\])(?:\.|%2e){1,2}(?=[/\\?#]|$)/i;

/** 404 NOT_FOUND: a proxy that decides by the written path, and we, would mean two resources. */
export const plainPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  const [path = ''] = (c.env?.incoming?.url ?? '').split('?');
  if (DOT_SEGMENT.test(path)) return answerNotFound(c);
  await next();
  return undefined;
};
