import { DbUnavailable, SqlError, UniqueViolation } from '../../base/shared/db.ts';

/** The error classes of both drivers differ, these fields do not. */
export type SqlFailure = { code: string; constraint: string | null; statement: string };

// Classes and codes after which the same statement may succeed later, unchanged: connection,
// resources, operator intervention (statement timeout among it), input and output, lock timeout, a
// server that became a read-only replica, and what the engine calls its own failure: a distributed one
// tells of a machine that it lost like that.
const UNAVAILABLE_CLASSES = ['08', '53', '57', '58', 'XX'];
const UNAVAILABLE_CODES = ['25006', '25P03', '25P04', '55P03'];

const CONFLICT_CODES = ['40001', '40P01'];

export function toDbError(failure: SqlFailure): Error {
  const { code, constraint } = failure;
  // Where a table lies on several machines the one that refuses does not name its key.
  if (code === '23505') return new UniqueViolation(constraint ?? '');
  const error = new SqlError(failure);
  return UNAVAILABLE_CLASSES.includes(code.slice(0, 2)) || UNAVAILABLE_CODES.includes(code)
    ? new DbUnavailable(error)
    : error;
}

/** A serialization failure or a deadlock: nothing happened, and a second try may pass. */
export function isConflict(error: unknown): error is SqlError {
  return error instanceof SqlError && CONFLICT_CODES.includes(error.code);
}
