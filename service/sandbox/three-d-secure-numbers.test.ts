import { expect, it } from 'vitest';
import { NUMBERS_WITH_THREEDS } from './acquirer/decisions.ts';
import { NUMBERS_WITH_OUTCOME } from './three-d-secure/outcomes.ts';

// Two providers may not read one another, so each has the published table.
it('the acquirer asks for 3-D Secure with exactly the cards the bank has an outcome for', () => {
  expect([...NUMBERS_WITH_THREEDS].sort()).toEqual([...NUMBERS_WITH_OUTCOME].sort());
});
