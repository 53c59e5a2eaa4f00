/** Numbers that look like chance and are the same every time, so that samples can be made again. */
export type SampleChance = {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  pick<Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number];
  happens(probability: number): boolean;
};

/** The generator known as mulberry32. */
export function sampleChance(seed: number): SampleChance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    happens: (probability) => next() < probability,
  };
}
