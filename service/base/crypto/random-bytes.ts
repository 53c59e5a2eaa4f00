import { randomFillSync } from 'node:crypto';
import type { RandomBytes } from './envelope.ts';

const POOL_BYTES = 4_096;

/** Drawn many at a time, as each draw is a system call; what was given is wiped from the pool. */
export function createRandomBytes(fill: (pool: Uint8Array) => void = randomFillSync): RandomBytes {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (size) => {
    if (size > POOL_BYTES) throw new RangeError(`at most ${POOL_BYTES} random bytes at once`);
    if (used + size > POOL_BYTES) {
      fill(pool);
      used = 0;
    }
    const given = pool.slice(used, used + size);
    pool.fill(0, used, used + size);
    used += size;
    return given;
  };
}
