import { expect, it } from 'vitest';
import { DbUnavailable, SqlError, UniqueViolation } from '../../base/shared/db.ts';
import { toDbError } from './sql-failure.ts';

it.each([
  'XX000', // Citus: "failure on connection marked as essential"
  'XX001',
  '08006',
  '57P01',
])('takes %s for a database that is away, not for a statement at fault', (code) => {
  const error = toDbError({ code, constraint: null, statement: 'payin_claim' });
  expect(error).toBeInstanceOf(DbUnavailable);
});

it.each(['42601', '0A000', '22P02'])('takes %s for a statement at fault', (code) => {
  expect(toDbError({ code, constraint: null, statement: 'payin_claim' })).toBeInstanceOf(SqlError);
});

it.each(['payins_pkey', null])('takes a key that is there for that, named %s', (constraint) => {
  const error = toDbError({ code: '23505', constraint, statement: 'payin_claim' });
  expect(error).toBeInstanceOf(UniqueViolation);
  expect(error).toMatchObject({ constraint: constraint ?? '' });
});
