/** So many of them, any as likely as any other; all in the order given where there are no more. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = items.map((_, index) => index);
  const chosen: number[] = [];
  while (chosen.length < count && left.length > 0) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return chosen.sort((one, other) => one - other).flatMap((index) => items[index] ?? []);
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
