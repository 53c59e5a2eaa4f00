/** What is under way needs seconds of a busy machine; what needs more is not coming. */
export const PATIENCE_MS = 30_000;

/**
 * What `look` gives once it gives something; it looks after each turn of the event loop, and what
 * it waits for is work already under way. Where that does not come, the error says what it was.
 */
export async function until<Value>(look: () => Value | Promise<Value>) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen as Exclude<Value, false | null | undefined>;
    if (performance.now() > end) throw new Error(`never so in ${PATIENCE_MS} ms: ${look}`);
    await turn();
  }
}

/** One turn of the event loop: promises have settled, and what was sent over a port has arrived. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
