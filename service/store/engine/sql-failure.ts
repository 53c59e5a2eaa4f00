import { DbUnavailable, REFUSALS, SqlError, UniqueViolation } from '../../base/shared/db.ts';

/** The error classes of both drivers differ, these fields do not. */
export type SqlFailure = { code: string; constraint: string | null; statement: string };

/** Limits of time: as after a refusal the same statement may succeed later, unchanged. */
const LATE_CODES = ['25P03', '25P04', '55P03', '57014'];

const CONFLICT_CODES = ['40001', '40P01'];

export function toDbError(failure: SqlFailure): Error {
  const { code, constraint } = failure;
  // Where a table lies on several machines the one that refuses does not name its key.
  if (code === '23505') return new UniqueViolation(constraint ?? '');
  const error = new SqlError(failure);
  const isUnavailable = REFUSALS.test(code) || LATE_CODES.includes(code);
  return isUnavailable ? new DbUnavailable(error) : error;
}

/** A serialization failure or a deadlock: nothing happened, and a second try may pass. */
export function isConflict(error: unknown): error is SqlError {
  return error instanceof SqlError && CONFLICT_CODES.includes(error.code);
}
