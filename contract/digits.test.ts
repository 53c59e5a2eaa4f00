import { expect, it } from 'vitest';
import { toAsciiDigits } from './digits.ts';

it('reads the digits of every script that has ten in a row', () => {
  let place = 0;
  let read = 0;
  for (let code = 0; code <= 0xffff; code += 1) {
    const sign = String.fromCodePoint(code);
    place = /\p{Nd}/u.test(sign) ? place + 1 : 0;
    if (place === 0) continue;
    expect([code, toAsciiDigits(sign)]).toEqual([code, String((place - 1) % 10)]);
    read += 1;
  }
  expect(read).toBeGreaterThan(300);
});

it('leaves all else as it is', () => {
  expect(toAsciiDigits('João 12/30 – é')).toBe('João 12/30 – é');
});
