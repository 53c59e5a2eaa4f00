import { describe } from 'vitest';
import { dbCases } from './db.cases.ts';
import { postgresTestDatabase } from './test-db.ts';

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('the PostgreSQL engine', () => {
  dbCases(postgresTestDatabase.openEmpty);
});
