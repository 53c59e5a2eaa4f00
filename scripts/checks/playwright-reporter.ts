import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { closingLines, countSkipped, NO_REASON, noTests } from './closing-lines.ts';

/** Says at the end how many end-to-end tests ran and why others did not; unnamed skips fail. */
export default class CountingReporter implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.tests = suite.allTests();
  }

  async onEnd(): Promise<{ status?: FullResult['status'] }> {
    const counts = noTests();
    for (const test of this.tests) {
      const outcome = test.outcome();
      if (outcome === 'expected') counts.passed += 1;
      else if (outcome !== 'skipped') counts.failed += 1;
      else countSkipped(counts, reasonOf(test), test.titlePath().join(' > '));
    }
    const { lines, isRight } = closingLines('end-to-end', counts);
    console.log(lines.join('\n'));
    return isRight ? {} : { status: 'failed' };
  }
}

function reasonOf({ annotations, results }: TestCase): string {
  const all = [...annotations, ...results.flatMap((result) => result.annotations)];
  const skip = all.find(({ type }) => type === 'skip' || type === 'fixme');
  return skip?.description ?? NO_REASON;
}
