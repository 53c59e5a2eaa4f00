import { describe } from 'vitest';
import { dbCases } from './db.cases.ts';
import { embeddedTestDatabase } from './test-db.ts';

describe('the embedded engine', () => {
  dbCases(embeddedTestDatabase.openEmpty);
});
