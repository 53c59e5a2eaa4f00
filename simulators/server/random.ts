import { createHash } from 'node:crypto';

/** Where a party takes its ids from: the same seed gives the same ids. */
export type Random = {
  bytes: (count: number) => Buffer;
  hex: (length: number) => string;
  digits: (length: number) => string;
  letters: (length: number) => string;
  uuid: () => string;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

export function createRandom(seed: string): Random {
  let count = 0;

  function bytes(wanted: number): Buffer {
    const blocks: Buffer[] = [];
    for (let length = 0; length < wanted; length += 32) {
      count += 1;
      blocks.push(createHash('sha256').update(`${seed}:${count}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, wanted);
  }

  function drawn(alphabet: string, length: number): string {
    return [...bytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  }

  return {
    bytes,
    hex: (length) => bytes(length).toString('hex').slice(0, length),
    digits: (length) => drawn('0123456789', length),
    letters: (length) => drawn(LETTERS, length),
    uuid: () => {
      const hex = bytes(16).toString('hex');
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
      return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
    },
  };
}
