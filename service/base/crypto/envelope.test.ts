import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEnvelope, SealBroken } from './envelope.ts';

function random(size: number) {
  return new Uint8Array(randomBytes(size));
}
const KEY_1 = { version: 1, key: new Uint8Array(32).fill(1) };
const KEY_2 = { version: 2, key: new Uint8Array(32).fill(2) };
const VALUE = Buffer.from('4111111111111111');

describe('a sealed value', () => {
  const envelope = createEnvelope([KEY_1], random);
  const sealed = envelope.seal(VALUE, 'card|a');

  it('opens for its own context', () => {
    expect(Buffer.from(envelope.open(sealed, 'card|a'))).toEqual(VALUE);
  });

  it('does not show what is in it, and is another one each time', () => {
    expect(Buffer.from(sealed).includes(VALUE)).toBe(false);
    expect(envelope.seal(VALUE, 'card|a')).not.toEqual(sealed);
  });

  it('does not open for another context, as when moved to another row', () => {
    expect(() => envelope.open(sealed, 'card|b')).toThrow(SealBroken);
  });

  it('does not open with any one bit changed', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const broken = Uint8Array.from(sealed);
      broken[index] = (broken[index] ?? 0) ^ 1;
      expect(() => envelope.open(broken, 'card|a')).toThrow(SealBroken);
    }
  });

  it.each([0, 1, 3, 62, 90])('does not open cut to %i bytes', (length) => {
    expect(() => envelope.open(sealed.subarray(0, length), 'card|a')).toThrow(SealBroken);
  });

  it('does not open under another key', () => {
    const other = createEnvelope([{ ...KEY_1, key: KEY_2.key }], random);
    expect(() => other.open(sealed, 'card|a')).toThrow(SealBroken);
  });
});

describe('a rotated key', () => {
  const old = createEnvelope([KEY_1], random);
  const rotated = createEnvelope([KEY_2, KEY_1], random);
  const sealed = old.seal(VALUE, 'card|a');

  it('still opens what the old one sealed', () => {
    expect(Buffer.from(rotated.open(sealed, 'card|a'))).toEqual(VALUE);
  });

  it('seals under the new one', () => expect(rotated.versionOf(rotated.seal(VALUE, 'x'))).toBe(2));

  it('re-wraps, after which the old one is not needed', () => {
    const wrapped = rotated.rewrap(sealed, 'card|a');
    const alone = createEnvelope([KEY_2], random);
    expect(Buffer.from(alone.open(wrapped, 'card|a'))).toEqual(VALUE);
    expect(() => alone.open(sealed, 'card|a')).toThrow(SealBroken);
  });

  it('leaves alone what is under the newest', () => {
    const fresh = rotated.seal(VALUE, 'card|a');
    expect(rotated.rewrap(fresh, 'card|a')).toBe(fresh);
  });
});
