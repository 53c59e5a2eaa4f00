import type { Context } from 'hono';
import { invalidField } from '../base/shared/api-error.ts';
import type { AppEnv } from './app-env.ts';

/** A parameter that comes twice has no one meaning. */
export function readQuery(c: Context<AppEnv>): Record<string, string> {
  const read = Object.entries(c.req.queries()).map(([name, values]) => {
    if (values.length === 1) return [name, values[0] ?? ''];
    throw invalidField(name, 'repeated');
  });
  return Object.fromEntries(read);
}
