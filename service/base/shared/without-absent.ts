import * as z from 'zod/mini';

/**
 * What was sent, without what counts as absent: a member that is null where its field takes no null,
 * and `""` where text is optional. Decision: merchants write their requests from records in which
 * what is not known is null or empty; a number or a list that is `""` is a mistake, and stays one.
 */
export function withoutAbsent(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
      return withoutAbsent(def.innerType, value);
    case 'pipe':
      return withoutAbsent(def.in, value);
    case 'union':
      return def.options.reduce((rest: unknown, option) => withoutAbsent(option, rest), value);
    case 'array':
      return Array.isArray(value)
        ? value.map((element) => withoutAbsent(def.element, element))
        : value;
    case 'object':
      return isRecord(value) ? ofShape(def.shape, value) : value;
    default:
      return value;
  }
}

function ofShape(shape: z.core.$ZodShape, record: { [member: string]: unknown }): unknown {
  const kept = Object.entries(record).flatMap(([member, value]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, member) ? shape[member] : undefined;
    if (schema === undefined) return [[member, value]];
    if (value === null && !z.safeParse(schema, null).success) return [];
    if (value === '' && isText(schema) && z.safeParse(schema, undefined).success) return [];
    return [[member, withoutAbsent(schema, value)]];
  });
  // Made so that a member named `__proto__` is a member like any other.
  return Object.fromEntries(kept);
}

function isText(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'default') return isText(def.innerType);
  if (def.type === 'pipe') return isText(def.in);
  // What is never there in one form of a card, as its `token`, is text in the other.
  return def.type === 'string' || def.type === 'undefined';
}

function isRecord(value: unknown): value is { [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
