import * as z from 'zod/mini';
import { must } from '../../../contract/errors/broken-rule.ts';

const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

/**
 * A merchant origin that may embed the frame: exact `scheme://host[:port]`, lower case, without
 * path, wildcard, userinfo or anything that could break out of a header.
 */
export const merchantOriginSchema = z
  .string()
  .check(
    z.maxLength(255),
    must(isMerchantOrigin, 'format', { example: 'https://shop.example.com' }),
  );

export function isMerchantOrigin(text: string): boolean {
  return PLAIN_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
