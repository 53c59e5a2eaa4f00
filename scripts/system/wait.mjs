export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Asks every `everyMs` until the answer is true; false where `withinMs` is over first. */
export async function until(isSo, { withinMs, everyMs }) {
  const deadline = performance.now() + withinMs;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() > deadline) return false;
    await pause(everyMs);
  }
}
