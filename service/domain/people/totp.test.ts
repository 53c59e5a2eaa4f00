import { describe, expect, it } from 'vitest';
import { createRandomBytes } from '../../base/crypto/random-bytes.ts';
import { codeAt, counterOfCode, describeSecret, newTotpSecret } from './totp.ts';

/** Source: RFC 6238, appendix B, the SHA-1 rows, of which six digits are the last six. */
const RFC_SECRET = Buffer.from('12345678901234567890');

describe('a code of an app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is what the standard says at second %i', (second, code) => {
    const at = new Date(second * 1_000);
    expect(codeAt(RFC_SECRET, at)).toBe(code);
    expect(counterOfCode(RFC_SECRET, code, at)).toBe(Math.floor(second / 30));
  });

  it('counts for half a minute before and after its own, and no longer', () => {
    const step = (index: number) => new Date(1_200_000_000_000 + index * 30_000);
    const code = codeAt(RFC_SECRET, step(0));
    const own = 1_200_000_000_000 / 30_000;
    expect([-2, -1, 0, 1, 2].map((index) => counterOfCode(RFC_SECRET, code, step(index)))).toEqual([
      null,
      own,
      own,
      own,
      null,
    ]);
  });

  it('may be typed with the space that apps show', () => {
    const at = new Date(59_000);
    expect(counterOfCode(RFC_SECRET, '287 082', at)).toBe(1);
  });

  it.each(['', '28708', '2870820', '287083', 'abcdef', '２８７０８２'])('is not %j', (code) => {
    expect(counterOfCode(RFC_SECRET, code, new Date(59_000))).toBeNull();
  });

  it('is of a secret that an app takes as an address or as typed', () => {
    const { uri, text } = describeSecret(RFC_SECRET, 'ana@example.com');
    expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(uri).toBe(
      `otpauth://totp/Checkout:ana%40example.com?issuer=Checkout&secret=${text}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('is of a secret of 160 random bits', () => {
    const randomBytes = createRandomBytes();
    expect(newTotpSecret(randomBytes)).toHaveLength(20);
    expect(newTotpSecret(randomBytes)).not.toEqual(newTotpSecret(randomBytes));
  });
});
