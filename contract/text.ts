import * as z from 'zod/mini';

/**
 * A line of text somebody typed: 1 to `maxLength` UTF-16 units, not only blanks, without control
 * characters or lone surrogates (they cannot be stored or logged faithfully).
 */
export function lineOfText(maxLength: number) {
  return z.string('is required').check(
    z.minLength(1, 'is required'),
    z.maxLength(maxLength, `must be at most ${maxLength} characters`),
    z.refine((value) => value.trim().length > 0, 'is required'),
    z.refine(isPlainText, 'must not contain control characters'),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_OR_LONE_SURROGATE = /[\u0000-\u001f\u007f\p{Cs}]/u;

function isPlainText(value: string): boolean {
  return !CONTROL_OR_LONE_SURROGATE.test(value);
}
