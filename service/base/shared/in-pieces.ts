/** So many are a millisecond or so of what a page or a file does with each. */
const AT_ONCE = 10;

/**
 * Gives a long list bit by bit: after each piece, whatever else the process has to do comes first,
 * such as the payments of others.
 */
export async function* inPieces<One>(list: Iterable<One>): AsyncGenerator<One, void, undefined> {
  let given = 0;
  for (const one of list) {
    if (given > 0 && given % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    given += 1;
    yield one;
  }
}
