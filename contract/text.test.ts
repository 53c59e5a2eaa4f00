import { expect, it } from 'vitest';
import { lineOfText } from './text.ts';

it.each(['a', 'José', '😀', 'x'.repeat(10), "'; --", '\u202Ea'])('takes %j', (text) => {
  expect(lineOfText(10).parse(text)).toBe(text);
});

it.each(['', '   ', 'x'.repeat(11), 'a\u0000', 'a\nb', 'a\tb', 'a\u007f', '\ud800', 5, null])(
  'refuses %j',
  (text) => {
    expect(lineOfText(10).safeParse(text).success).toBe(false);
  },
);
