/** So many are a millisecond or so of what a page or a file does with each. */
const AT_ONCE = 10;

/**
 * Gives a long list bit by bit: after each piece, whatever else the process has to do comes first,
 * such as the payments of others.
 */
export async function* inPieces<One>(list: Iterable<One>): AsyncGenerator<One, void, undefined> {
  let given = 0;
  for (const one of list) {
    if (given > 0 && given % AT_ONCE === 0) await goRound(1);
    given += 1;
    yield one;
  }
}

/** Waits until the event loop has gone round so many times: others' calls come first, each a step. */
export async function goRound(times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
