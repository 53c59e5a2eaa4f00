import * as z from 'zod/mini';
import { must } from '../../../contract/errors/broken-rule.ts';

const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

/** Exact `scheme://host[:port]`, lower case: nothing in it may break out of a header. */
export const merchantOriginSchema = z
  .string()
  .check(
    z.maxLength(255),
    must(isMerchantOrigin, 'format', { example: 'https://shop.example.com' }),
  );

export function isMerchantOrigin(text: string): boolean {
  return PLAIN_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
