import type { z } from 'zod';
import type { PartyAnswer, PartyRecord, PartyRequest } from './exchange.ts';

/** What is wrong with a field: where it is, as `valor.original`, and why. */
export type WrongField = { path: string; reason: string };

/** `value` is null where something is wrong; `unknown` names fields that the schema lacks. */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): { value: z.output<Schema> | null; wrong: WrongField[]; unknown: string[] } {
  const result = schema.safeParse(given);
  if (result.success) {
    return { value: result.data, wrong: [], unknown: unknownIn(given, result.data, '') };
  }
  const wrong = result.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    reason: message,
  }));
  return { value: null, wrong, unknown: [] };
}

/**
 * The body, or what `refuse` answers. Remembers also what a party passes over: a body not announced
 * as JSON, and unknown fields. `below`: before the paths of fields, as the party names them.
 */
export function readBody<Schema extends z.ZodType>(
  record: PartyRecord,
  request: PartyRequest,
  {
    schema,
    refuse,
    below = '',
  }: { schema: Schema; refuse: (wrong: WrongField[]) => PartyAnswer; below?: string },
): { value: z.output<Schema> } | { refusal: PartyAnswer } {
  const { headers, rawBody } = request;
  if (headers['content-type']?.startsWith('application/json') !== true) {
    record.violate('the body is not announced as JSON', request);
  }
  const { value, wrong, unknown } = checkFields(schema, rawBody === '' ? {} : readJson(rawBody));
  for (const field of unknown) record.violate(`${field} is no field there`, request);
  if (value !== null) return { value };
  const named = wrong.map(({ path, reason }) => ({ path: `${below}${path}`, reason }));
  violateFields(record, request, named);
  return { refusal: refuse(named) };
}

export function violateFields(
  record: PartyRecord,
  request: PartyRequest,
  wrong: readonly WrongField[],
): void {
  for (const { path, reason } of wrong) record.violate(`${path} ${reason}`, request);
}

/** The JSON of a body; undefined where it is none. */
export function readJson(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody);
  } catch {
    return undefined;
  }
}

/** Schemas drop what they do not know, so what is gone was unknown. */
function unknownIn(given: unknown, kept: unknown, path: string): string[] {
  if (!isObject(given) || !isObject(kept)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return key in kept ? unknownIn(value, kept[key], at) : [at];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
