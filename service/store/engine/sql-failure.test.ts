import { expect, it } from 'vitest';
import { SqlError, UniqueViolation } from '../../base/shared/db.ts';
import { toDbError } from './sql-failure.ts';

it.each(['42601', '0A000', '22P02'])('takes %s for a statement at fault', (code) => {
  expect(toDbError({ code, constraint: null, statement: 'payin_claim' })).toBeInstanceOf(SqlError);
});

it.each(['payins_pkey', null])('takes a key that is there for that, named %s', (constraint) => {
  const error = toDbError({ code: '23505', constraint, statement: 'payin_claim' });
  expect(error).toBeInstanceOf(UniqueViolation);
  expect(error).toMatchObject({ constraint: constraint ?? '' });
});
