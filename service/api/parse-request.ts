import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { nearFields } from '../base/shared/near-fields.ts';
import { parseBody } from '../base/shared/parse-fields.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { AppEnv } from '../http/app-env.ts';

/** Unknown names are ignored; near ours, the sandbox tells them by a header and in the log. */
export function parseRequest<Schema extends z.ZodMiniType>(
  c: Context<AppEnv>,
  { sandbox }: Account,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const unknown = sandbox ? nearFields(schema, body).join(', ') : '';
  if (unknown !== '') {
    c.set('unknownFields', unknown);
    c.header('X-Unknown-Fields', unknown);
  }
  return parseBody(schema, body);
}
