import * as z from 'zod/mini';
import type { ErrorDetail } from '../../../contract/errors/api-error.ts';
import { invalidField, invalidFields } from './api-error.ts';
import { brokenRuleOf } from './broken-rule-of.ts';
import { toDetail } from './error-detail.ts';
import { isRecord } from './parse-json.ts';

const MAX_DETAILS = 100;

type Issue = z.core.$ZodIssue;

/**
 * One 400 INVALID_DATA names every wrong field by its dotted path (`items.0.quantity`), bounded to
 * 100; values are never repeated.
 */
export function parseFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  fields: unknown,
): z.output<Schema> {
  const result = schema.safeParse(fields, { reportInput: true });
  if (result.success) return result.data;
  const details = result.error.issues.flatMap((issue) => toDetails(issue, []));
  // A path is named once: the first rule it breaks is the one to tell.
  const byPath = new Map(details.reverse().map((detail) => [detail.path, detail]));
  throw invalidFields([...byPath.values()].reverse().slice(0, MAX_DETAILS));
}

/** As `parseFields`, but null is absent on an optional field, and so is `""` where that is text. */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  return parseFields(schema, withoutAbsent(schema, body));
}

/** Decision: an unknown name is refused: a filter with a slip in it would find everything. */
export function parseQuery<Schema extends z.ZodMiniObject>(
  schema: Schema,
  query: { readonly [name: string]: string },
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  if (Object.keys(query).some((name) => !names.includes(name))) {
    throw invalidField('', 'unknown_parameter', { known: names.join(', ') });
  }
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return parseFields(schema, Object.fromEntries(given));
}

function toDetails(issue: Issue, parent: readonly PropertyKey[]): ErrorDetail[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return likeliestBranch(issue.errors).flatMap((nested) => toDetails(nested, path));
  }
  return [toDetail(path.map(String).join('.'), brokenRuleOf(issue))];
}

/** The alternative the caller meant: the one whose own mark (`token`) is not what is wrong. */
function likeliestBranch(branches: readonly Issue[][]): Issue[] {
  const meant = branches.find((issues) => !issues.some((issue) => issue.path[0] === 'token'));
  return meant ?? branches[0] ?? [];
}

/**
 * What was sent, without what counts as absent: a member that is null where its field takes no null,
 * and `""` where text is optional. Decision: merchants write their requests from records in which
 * what is not known is null or empty; a number or a list that is `""` is a mistake, and stays one.
 */
function withoutAbsent(schema: z.core.$ZodType, value: unknown): unknown {
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
