import * as z from 'zod/mini';
import { must } from '../../../contract/errors/broken-rule.ts';

const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

/** Pages of an installed app, such as `capacitor://localhost`. */
const APP_ORIGIN = /^[a-z][a-z0-9+.-]{1,40}:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** Of the web and of browsers themselves: nobody's app has them. */
const NO_APPS_SCHEME =
  /^(?:https?|wss?|ftp|file|filesystem|data|blob|about|javascript|view-source|chrome.*|.*-extension):/;

/** Exact `scheme://host[:port]`, lower case: nothing in it may break out of a header. */
export const merchantOriginSchema = z
  .string()
  .check(
    z.maxLength(255),
    must(isMerchantOrigin, 'format', { example: 'https://shop.example.com' }),
  );

export function isMerchantOrigin(text: string): boolean {
  if (isAppOrigin(text)) return true;
  return PLAIN_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

export function isAppOrigin(text: string): boolean {
  return APP_ORIGIN.test(text) && !NO_APPS_SCHEME.test(text);
}
