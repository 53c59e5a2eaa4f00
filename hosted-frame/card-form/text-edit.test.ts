import { expect, test } from 'vitest';
import { deleteThroughSeparator, toDigits } from './text-edit.ts';

/** `before` and `after` as an input shows them, `|` being the caret. */
function meant(before: string, after: string, forward: boolean): string {
  const edit = { text: after.replace('|', ''), caret: after.indexOf('|'), kind: 'delete' as const };
  const digitsBefore = toDigits(before).length;
  const { text, caret } = deleteThroughSeparator(edit, { digitsBefore, forward });
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test.each([
  [
    'backspace over a space takes the digit before it',
    '4111 |2345',
    '4111|2345',
    false,
    '411|2345',
  ],
  ['delete over a space takes the digit behind it', '4111| 2345', '4111|2345', true, '4111|345'],
  ['backspace over a slash takes the month digit', '12/|30', '12|30', false, '1|30'],
  ['backspace over a slash at the end takes it too', '12/|', '12|', false, '1|'],
  ['backspace over a digit takes nothing else', '4111 2|', '4111 |', false, '4111 |'],
  ['delete over a digit takes nothing else', '|4111', '|111', true, '|111'],
  ['delete over a space with nothing behind takes nothing', '4111| ', '4111|', true, '4111|'],
])('%s', (_case, before, after, forward, result) => {
  expect(meant(before, after, forward)).toBe(result);
});

test('an insertion is never taken for a deletion', () => {
  const edit = { text: '41', caret: 2, kind: 'insert' as const };
  expect(deleteThroughSeparator(edit, { digitsBefore: 2, forward: false })).toBe(edit);
});
