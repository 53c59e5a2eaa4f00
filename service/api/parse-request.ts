import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { isOneLetterApart } from '../base/shared/one-letter-apart.ts';
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

/** A name that is longer, or has other signs, is none that anybody would write for one of ours. */
const PLAIN_NAME = /^[\w-]{2,40}$/;

/** Unknown members one letter or habit away from a known one (`callback_url`, `webhookUrl`). */
export function nearFields(schema: z.core.$ZodType, body: unknown, at = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const found: string[] = [];
  if (Array.isArray(body)) {
    if (def.type === 'optional') return nearFields(def.innerType, body, at);
    if (def.type !== 'array') return found;
    for (const [index, element] of body.entries()) {
      if (found.length < MOST_NAMED)
        found.push(...nearFields(def.element, element, `${at}${index}.`));
    }
    return found.slice(0, MOST_NAMED);
  }
  const shape = shapeOf(schema);
  for (const [name, value] of Object.entries(body)) {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (member !== undefined && typeof value !== 'object') continue;
    if (member !== undefined) found.push(...nearFields(member, value, `${at}${name}.`));
    else if (Object.keys(shape).some((one) => isNearTo(one, name))) found.push(`${at}${name}`);
  }
  return found;
}

/** Of a list, since the same slip is in each of its entries. */
const MOST_NAMED = 10;

type Shape = { readonly [member: string]: z.core.$ZodType };

/** That of a union is put together, and asked for with each request. */
const SHAPES = new WeakMap<z.core.$ZodType, Shape>();

function shapeOf(schema: z.core.$ZodType): Shape {
  const shape = SHAPES.get(schema) ?? readShape(schema);
  SHAPES.set(schema, shape);
  return shape;
}

function readShape(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      return shapeOf(def.innerType);
    case 'pipe':
      return shapeOf(def.in);
    case 'union':
      return Object.assign({}, ...def.options.map(shapeOf));
    case 'object':
      return def.shape;
    default:
      return {};
  }
}

function isNearTo(known: string, given: string): boolean {
  if (!PLAIN_NAME.test(given)) return false;
  const [one, other] = [inOneHabit(known), inOneHabit(given)];
  return one === other || isOneLetterApart(one, other);
}

/** Case and separators aside, and with our word for what others call a callback or a redirect. */
function inOneHabit(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_-]/g, '')
    .replace(/^(callback|notification|notify|postback)/, 'webhook')
    .replace(/^redirect/, 'return');
}
