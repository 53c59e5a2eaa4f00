export type TestCounts = {
  passed: number;
  failed: number;
  /** Tests that guard only against the rare, which `npm run test:all` runs. */
  rare: number;
  /** Titles of the tests that this machine could not run, by the reason. */
  skipped: Map<string, string[]>;
};

export const NO_REASON = 'no reason is named';

export function noTests(): TestCounts {
  return { passed: 0, failed: 0, rare: 0, skipped: new Map() };
}

export function countSkipped({ skipped }: TestCounts, reason: string, title: string): void {
  skipped.set(reason, [...(skipped.get(reason) ?? []), title]);
}

/** `isRight`: false for a skip without a reason, or where no test ran at all. */
export function closingLines(name: string, counts: TestCounts) {
  const { passed, failed, rare, skipped } = counts;
  const lines = [...skipped].flatMap(([reason, titles]) =>
    reason === NO_REASON
      ? titles.map((title) => `Skipped, and ${reason}: ${title}`)
      : [`Skipped, ${titles.length}: ${reason}.`],
  );
  if (rare > 0) lines.push(`Left to \`npm run test:all\`: ${rare}.`);
  const total = [...skipped.values()].flat().length;
  lines.push(`${name}: ${passed} passed, ${failed} failed, ${total} skipped`);
  const isRight = !skipped.has(NO_REASON) && passed + failed > 0;
  return { lines, isRight };
}
