export type Report = {
  /** Never throws; a text that `work` answers is printed behind it, in brackets. */
  attempt: (what: string, work: () => Promise<unknown>) => Promise<void>;
  heading: (title: string) => void;
  counts: () => { right: number; wrong: readonly string[] };
};

export function createReport(
  print: (line: string) => void,
  elapsedMs: () => number = () => performance.now(),
): Report {
  let right = 0;
  const wrong: string[] = [];
  return {
    heading: (title) => print(`\n${title}`),
    async attempt(what, work) {
      const startedAt = elapsedMs();
      const line = (word: string, more: unknown) => {
        const seconds = ((elapsedMs() - startedAt) / 1_000).toFixed(2).padStart(6);
        print(`  ${word}  ${seconds} s  ${what}${typeof more === 'string' ? ` [${more}]` : ''}`);
      };
      try {
        const more = await work();
        right += 1;
        line('right', more);
      } catch (error) {
        wrong.push(what);
        line('WRONG', error instanceof Error ? error.message : 'it threw no error');
      }
    },
    counts: () => ({ right, wrong }),
  };
}

export function mustBe(what: string, actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${what} is ${is} and should be ${should}`);
}

const LOOK_EVERY_MS = 50;

export async function until(
  what: string,
  isReached: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const endsAt = performance.now() + withinMs;
  while (!(await isReached())) {
    if (performance.now() > endsAt) throw new Error(`${what} has not come within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
