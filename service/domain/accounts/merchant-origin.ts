import * as z from 'zod/mini';

const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

/**
 * A merchant origin that may embed the frame: exact `scheme://host[:port]`, lower case, without
 * path, wildcard, userinfo or anything that could break out of a header.
 */
export const merchantOriginSchema = z
  .string()
  .check(
    z.maxLength(255, 'must be an exact origin'),
    z.refine(isMerchantOrigin, 'must be an exact origin'),
  );

export function isMerchantOrigin(text: string): boolean {
  return PLAIN_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
