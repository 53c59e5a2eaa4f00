import * as z from 'zod/mini';
import { must } from './errors/broken-rule.ts';

/** In UTF-16 units. Controls and lone surrogates cannot be stored or logged faithfully. */
export function lineOfText(maxLength: number) {
  return z.string().check(
    z.minLength(1),
    z.maxLength(maxLength),
    must((value) => value.trim() !== '', 'required'),
    must((value) => !CONTROL_OR_LONE_SURROGATE.test(value), 'control_characters'),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_OR_LONE_SURROGATE = /[\u0000-\u001f\u007f\p{Cs}]/u;

export function isLineOfText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    value.trim() !== '' &&
    !CONTROL_OR_LONE_SURROGATE.test(value)
  );
}

/**
 * Refused only where it can be none: its receiver's own rules are for their server to know. Letters of
 * all scripts are taken on both sides. Source: RFC 5321, RFC 6531.
 */
const LOCAL_PART = /[^\s\p{C}@<>()[\]\\,;:"]+/u;
const LABEL = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?/u;
const EMAIL = new RegExp(`^${LOCAL_PART.source}@(?:${LABEL.source}\\.)+${LABEL.source}$`, 'u');

export const emailSchema = /* @__PURE__ */ z
  .email({ pattern: EMAIL })
  .check(/* @__PURE__ */ z.maxLength(254));
