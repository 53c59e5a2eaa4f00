import type * as z from 'zod/mini';
import type { ErrorDetail } from '../../contract/api-error.ts';
import { ApiError } from './api-error.ts';
import { withoutAbsent } from './without-absent.ts';

const MAX_DETAILS = 100;

type Issue = z.core.$ZodIssue;

/**
 * Parses a body, a query or a command's options by their schema. Every field that is wrong is named in one 400 INVALID_DATA, each
 * with its dotted path (`items.0.quantity`), bounded to 100; values are never repeated.
 */
export function parseFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  fields: unknown,
): z.output<Schema> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const details = result.error.issues.flatMap((issue) => toDetails(issue, []));
  // A path is named once: the first rule it breaks is the one to tell.
  const byPath = new Map(details.reverse().map((detail) => [detail.path, detail]));
  throw new ApiError('INVALID_DATA', 'Some fields are not valid.', {
    details: [...byPath.values()].reverse().slice(0, MAX_DETAILS),
  });
}

/**
 * Parses the JSON body of a request: as `parseFields`, but null counts as absent on an optional
 * field, and so does `""` where that is text. Not so in a query, where a filter that is empty by
 * mistake would find everything.
 */
export function parseBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  return parseFields(schema, withoutAbsent(schema, body));
}

function toDetails(issue: Issue, parent: readonly PropertyKey[]): ErrorDetail[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return likeliestBranch(issue.errors).flatMap((nested) => toDetails(nested, path));
  }
  return [{ path: path.map(String).join('.'), message: messageOf(issue) }];
}

/** The alternative the caller meant: the one whose own mark (`token`) is not what is wrong. */
function likeliestBranch(branches: readonly Issue[][]): Issue[] {
  const meant = branches.find((issues) => !issues.some((issue) => issue.path[0] === 'token'));
  return meant ?? branches[0] ?? [];
}

function messageOf(issue: Issue): string {
  // The small build of the library has one text for all; ours come with the schemas.
  return issue.message === 'Invalid input' ? 'is missing or of the wrong type' : issue.message;
}
