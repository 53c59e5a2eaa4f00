import { describe, expect, it } from 'vitest';
import { toAnswerText } from './webhook-outbox.ts';

describe('what is kept of a receiver’s answer', () => {
  it.each([
    ['plain text', 'ok', 'ok'],
    ['nothing', '', ''],
    ['markup, which is escaped where it is shown', '<b>no</b>', '<b>no</b>'],
    ['lines', 'a\r\n\tb\u2028c', 'a b c'],
    ['control characters', 'a\u0000\u001b[31mb\u0007', 'a[31mb'],
    ['what turns a line around', 'a\u202eb\u200f', 'ab'],
    ['the number of a card', 'card 4111 1111 1111 1111 refused', 'card ••• refused'],
    ['the number of a card without spaces', '{"n":4111111111111111}', '{"n":•••}'],
    ['a short number', 'order 123456789012', 'order 123456789012'],
  ])('is one line: %s', (_what, said, kept) => {
    expect(toAnswerText(new TextEncoder().encode(said))).toBe(kept);
  });

  it('is five hundred characters at most, none of them cut in two', () => {
    expect(toAnswerText(new TextEncoder().encode('😀'.repeat(600)))).toBe('😀'.repeat(500));
  });

  it('can be kept where it is no text at all', () => {
    expect(toAnswerText(new Uint8Array([0xff, 0x00, 0xc3]))).toBe('\ufffd\ufffd');
  });
});
