import { DbUnavailable, SqlError } from '../../base/shared/db.ts';

/** By SQLSTATE, else by its class. Source: PostgreSQL, "Error Codes". */
const REASONS: Readonly<Record<string, string>> = {
  '08': 'its connection cannot be made, or broke',
  '25006': 'it can only be read',
  '28000': 'it has no such role, or does not let it in from this machine',
  '28P01': 'the password is wrong, or it has no such role',
  '3D000': 'it has no database of that name',
  '3F000': 'it has no schema to make tables in',
  '42501': 'its role may not make or use tables there',
  '53': 'it lacks resources',
  '53100': 'its disk is full',
  '53300': 'it gives no more connections',
  '55P03': 'somebody else holds a lock',
  '57P': 'it was stopped, or is starting',
  '58': 'its files cannot be read or written',
  XX: 'it reports a fault of its own',
};

/** In the words of whoever runs the service; null where the code is nobody's but a programmer's. */
export function reasonOf(code: string): string | null {
  return REASONS[code] ?? REASONS[code.slice(0, 3)] ?? REASONS[code.slice(0, 2)] ?? null;
}

/** One sentence where the database refuses for a reason that is known, else null. */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof DbUnavailable || error instanceof SqlError)) return null;
  const reason = error.code === null ? null : reasonOf(error.code);
  return reason === null ? null : `The database refuses: ${reason} (${error.code}).`;
}
