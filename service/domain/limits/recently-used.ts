/** Values by key, of which those used longest ago are forgotten when there are too many. */
export type RecentlyUsed<Value> = {
  get(key: string): Value | undefined;
  /** Sets the value, and makes it the one used last. */
  put(key: string, value: Value): void;
  delete(key: string): void;
  entries(): IterableIterator<[string, Value]>;
  readonly size: number;
};

/**
 * Keeps at most `max` values. A tenth goes at once: an engine's map keeps the places of what was
 * deleted for a while and walks over them to find its first key, so that deleting one by one would
 * cost whoever calls with ever new keys nothing, and us a walk through the whole map each time.
 */
export function createRecentlyUsed<Value>(max: number): RecentlyUsed<Value> {
  const values = new Map<string, Value>();
  const forgotten = Math.max(1, Math.floor(max / 10));

  const forgetOldest = () => {
    let left = forgotten;
    for (const key of values.keys()) {
      if (left === 0) return;
      values.delete(key);
      left -= 1;
    }
  };

  return {
    get: (key) => values.get(key),
    put(key, value) {
      // Inserted anew, so that the map's order is the order of use.
      values.delete(key);
      if (values.size >= max) forgetOldest();
      values.set(key, value);
    },
    delete: (key) => void values.delete(key),
    entries: () => values.entries(),
    get size() {
      return values.size;
    },
  };
}
