/**
 * Lets callers of one key share reads. Who comes while none is under way starts one; all who come
 * while one is share the next, which begins when that has ended. So whatever a caller gets was read
 * after its own call, and nothing is kept for a later one.
 */
export function createSharedRead<Value>(
  read: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const underWay = new Map<string, { current: Promise<Value>; next: Promise<Value> | null }>();

  function begin(key: string): Promise<Value> {
    const current = read(key);
    const reading = { current, next: null };
    underWay.set(key, reading);
    const end = () => {
      // Where somebody waits, the next one is about to take this one's place.
      if (reading.next === null) underWay.delete(key);
    };
    current.then(end, end);
    return current;
  }

  return (key) => {
    const reading = underWay.get(key);
    if (reading === undefined) return begin(key);
    const beginNext = () => begin(key);
    reading.next ??= reading.current.then(beginNext, beginNext);
    return reading.next;
  };
}
