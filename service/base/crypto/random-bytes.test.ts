import { describe, expect, it } from 'vitest';
import { createRandomBytes } from './random-bytes.ts';

describe('random bytes', () => {
  it('are as many as were asked for, and never the same twice', () => {
    const randomBytes = createRandomBytes();
    const given = Array.from({ length: 2_000 }, (_, index) => randomBytes(8 + (index % 57)));
    expect(given.map(({ length }) => length)).toEqual(given.map((_, index) => 8 + (index % 57)));
    expect(new Set(given.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(2_000);
  });

  it('come from the system in order, each once, and leave nothing in the pool', () => {
    let drawn = 0;
    let kept: Uint8Array | undefined;
    const randomBytes = createRandomBytes((pool) => {
      drawn += 1;
      kept = pool;
      for (let index = 0; index < pool.length; index += 1) pool[index] = (index % 251) + 1;
    });
    const first = randomBytes(16);
    expect([...first]).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    expect([...(kept?.slice(0, 17) ?? [])]).toEqual([...new Array<number>(16).fill(0), 17]);
    expect(randomBytes(4_000)[0]).toBe(17);
    expect(drawn).toBe(1);
    // What is left is too little, and is not used.
    expect(randomBytes(100)[0]).toBe(1);
    expect(drawn).toBe(2);
  });

  it('belong to who asked: changing them changes nobody else’s', () => {
    const randomBytes = createRandomBytes((pool) => void pool.fill(7));
    randomBytes(4).fill(9);
    expect([...randomBytes(4)]).toEqual([7, 7, 7, 7]);
  });

  it('cannot be more than the pool holds', () => {
    expect(() => createRandomBytes()(4_097)).toThrow(RangeError);
  });
});
