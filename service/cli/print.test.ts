import { describe, expect, it } from 'vitest';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import type { CommandAnswer, Row } from './command.ts';
import { refusalText, toJson, toText } from './print.ts';

function answer(content: CommandAnswer['content']): CommandAnswer {
  return { content, notes: ['a note'], isBad: false };
}
const rows: Row[] = [
  { id: 'a', amount: 5, reason: null },
  { id: 'long', amount: 12_000, reason: 'why' },
];

describe('what a person reads', () => {
  it('is a table with numbers to the right', () => {
    expect(toText(answer({ rows }))).toBe(
      ['id    amount  reason', 'a          5  -', 'long   12000  why', ''].join('\n'),
    );
  });

  it('is a record line by line', () => {
    expect(toText(answer({ record: { id: 'a', isOn: true } }))).toBe('id    a\nisOn  true\n');
  });

  it('says so where there is nothing', () => expect(toText(answer({ rows: [] }))).toBe('none\n'));

  it.each(['\u001b[2J', '\u0007', '\u009b31m', '\u202egnp', 'a\nb', 'a\u2028b'])(
    'never drives the terminal: %j',
    (text) => {
      const printed = toText(answer({ record: { reference: text } }));
      expect(printed).toMatch(/^reference {2}[^\p{Cc}\p{Cf}\u2028]*\?[^\p{Cc}\p{Cf}\u2028]*\n$/u);
    },
  );
});

it('what a machine reads is one document without notes', () => {
  expect(JSON.parse(toJson(answer({ rows })))).toEqual(rows);
  expect(JSON.parse(toJson(answer({ record: { id: 'a' } })))).toEqual({ id: 'a' });
});

describe('a refusal', () => {
  it('names the option', () => {
    const tooMuch = invalidField('amount', 'too_large', { max: 5 });
    expect(refusalText(tooMuch)).toBe('--amount must be at most 5.\n');
    expect(refusalText(invalidField('origins.1', 'required'))).toBe('--origins is required.\n');
  });

  it('is a sentence where no option is at fault', () => {
    const error = new ApiError('ILLEGAL_TRANSITION', 'A payin cannot go from A to B.');
    expect(refusalText(error)).toBe('A payin cannot go from A to B.\n');
    const details = [errorDetail('', 'done_already')];
    const done = new ApiError('ILLEGAL_TRANSITION', 'This was given back.', { details });
    expect(refusalText(done)).toBe('This was given back.\n');
  });
});
