import * as z from 'zod/mini';
import { mustMatch } from '../errors/broken-rule.ts';

/** A buyer by the merchant's own id of theirs, never a document of theirs. */
export const customerIdSchema = z
  .string()
  .check(
    ...mustMatch(/^[\w-]{1,64}$/, 'characters', { allowed: 'A-Z a-z 0-9 - _', min: 1, max: 64 }),
  );
