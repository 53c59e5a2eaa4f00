import * as z from 'zod/mini';

/**
 * What is wrong with a value that is no text at all: that it is missing or, since digits
 * that are sent as a number lose their zeros, which text it must be. `form`: `8 digits`.
 */
export function mustBeText(form = '') {
  const must = `must be a string${form && ` of ${form}`}`;
  return {
    error: ({ input }: { readonly input?: unknown }) => {
      if (input === undefined || input === null) return 'is required';
      return typeof input === 'number' ? `${must}, not a number` : must;
    },
  };
}

/**
 * A line of text somebody typed: 1 to `maxLength` UTF-16 units, not only blanks, without control
 * characters or lone surrogates (they cannot be stored or logged faithfully).
 */
export function lineOfText(maxLength: number) {
  return z.string(mustBeText()).check(
    z.minLength(1, 'is required'),
    z.maxLength(maxLength, `must be at most ${maxLength} characters`),
    z.refine((value) => value.trim() !== '', 'is required'),
    z.refine(
      (value) => !CONTROL_OR_LONE_SURROGATE.test(value),
      'must not contain control characters',
    ),
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_OR_LONE_SURROGATE = /[\u0000-\u001f\u007f\p{Cs}]/u;

/** True for a text as `lineOfText(maxLength)` takes it. */
export function isLineOfText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    value.trim() !== '' &&
    !CONTROL_OR_LONE_SURROGATE.test(value)
  );
}
