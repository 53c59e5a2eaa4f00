import type { Context } from 'hono';
import type * as z from 'zod/mini';

/** A request that is not what an endpoint takes. `fields` names what was wrong, without values. */
export class BadRequest extends Error {
  readonly status: 400 | 415;
  readonly fields: readonly string[];

  constructor(status: 400 | 415, fields: readonly string[]) {
    super('the request is not well formed');
    this.name = 'BadRequest';
    this.status = status;
    this.fields = fields;
  }
}

export class SessionError extends Error {
  readonly code: 'session_unknown' | 'session_expired';

  constructor(code: 'session_unknown' | 'session_expired') {
    super(code);
    this.name = 'SessionError';
    this.code = code;
  }
}

/** The value of a posted field; null where it is missing or given twice. */
export type FormField = (name: string) => string | null;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

export async function readJsonBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  if (!JSON_TYPE.test(c.req.header('content-type') ?? '')) throw new BadRequest(415, []);
  let value: unknown;
  try {
    value = JSON.parse(await c.req.text());
  } catch (error) {
    // A body over the limit breaks off while it is read; that has its own answer.
    if (!(error instanceof SyntaxError)) throw error;
    throw new BadRequest(400, ['body']);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap(({ path, ...issue }) => {
    const named = path.filter((part) => typeof part === 'string').join('.');
    return issue.code === 'unrecognized_keys' ? issue.keys.map(() => 'unknown') : [named || 'body'];
  });
  throw new BadRequest(400, [...new Set(fields)]);
}

export async function readFormBody(c: Context): Promise<FormField> {
  if (!FORM_TYPE.test(c.req.header('content-type') ?? '')) throw new BadRequest(415, []);
  const fields = new URLSearchParams(await c.req.text());
  return (name) => {
    const values = fields.getAll(name);
    return values.length === 1 ? (values[0] ?? null) : null;
  };
}
